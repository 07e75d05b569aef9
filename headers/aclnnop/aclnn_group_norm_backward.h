/* Gradient of aclnnGroupNorm. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_GROUP_NORM_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupNormBackwardGetWorkspaceSize(const aclTensor *gradOut, const aclTensor *input,
                                                             const aclTensor *mean, const aclTensor *rstd,
                                                             const aclTensor *gamma, int64_t N, int64_t C, int64_t HxW,
                                                             int64_t group, const aclBoolArray *outputMask,
                                                             ACLNN_OUT aclTensor *gradInput,
                                                             ACLNN_OUT aclTensor *gradGammaOut,
                                                             ACLNN_OUT aclTensor *gradBetaOut, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupNormBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
