/* Quantization with a scale for each group of rows. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUP_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_GROUP_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *scale,
                                                      const aclTensor *groupIndex,
                                                      ACLNN_OPTIONAL const aclTensor *offsetOptional, int32_t dstType,
                                                      ACLNN_OUT aclTensor *y, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
