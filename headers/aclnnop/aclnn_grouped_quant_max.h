/* Quantization of groups of rows, with their largest absolute value. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_QUANT_MAX_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_QUANT_MAX_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedQuantMaxGetWorkspaceSize(const aclTensor *x, const aclTensor *scale,
                                                           const aclTensor *groupList, const char *roundMode,
                                                           int64_t dstType, ACLNN_OUT const aclTensor *y,
                                                           ACLNN_OUT const aclTensor *amax, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedQuantMax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
