/* Third version of aclnnAscendQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ASCEND_QUANT_V3_H
#define PYACLNN_ACLNNOP_ACLNN_ASCEND_QUANT_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAscendQuantV3GetWorkspaceSize(const aclTensor *x, const aclTensor *scale,
                                                         ACLNN_OPTIONAL const aclTensor *offset, bool sqrtMode,
                                                         const char *roundMode, int32_t dstType, int32_t axis,
                                                         ACLNN_OUT const aclTensor *y, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAscendQuantV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
