/* Integers back to real numbers: (x + offset) * scale. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ASCEND_ANTI_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_ASCEND_ANTI_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAscendAntiQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *scale,
                                                           const aclTensor *offset, int64_t dstType, bool sqrtMode,
                                                           ACLNN_OUT const aclTensor *y, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAscendAntiQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
