/* Quantization with given scale and offset, rounded as asked. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ASCEND_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_ASCEND_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAscendQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *scale,
                                                       ACLNN_OPTIONAL const aclTensor *offset, bool sqrtMode,
                                                       const char *roundMode, int32_t dstType,
                                                       ACLNN_OUT const aclTensor *y, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAscendQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
