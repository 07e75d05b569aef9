/* Quantization with microscaling on two levels. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DYNAMIC_DUAL_LEVEL_MX_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_DYNAMIC_DUAL_LEVEL_MX_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDynamicDualLevelMxQuantGetWorkspaceSize(const aclTensor *x,
                                                                   ACLNN_OPTIONAL const aclTensor *smoothScaleOptional,
                                                                   ACLNN_OPTIONAL char *roundModeOptional,
                                                                   int64_t level0BlockSize, int64_t level1BlockSize,
                                                                   ACLNN_OUT const aclTensor *yOut,
                                                                   ACLNN_OUT const aclTensor *level0ScaleOut,
                                                                   ACLNN_OUT const aclTensor *level1ScaleOut,
                                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDynamicDualLevelMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
