/* Gradient of aclnnBatchNorm. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBatchNormBackwardGetWorkspaceSize(const aclTensor *gradOut, const aclTensor *input,
                                                             const aclTensor *weight, const aclTensor *runningMean,
                                                             const aclTensor *runningVar, const aclTensor *saveMean,
                                                             const aclTensor *saveInvstd, bool training, double eps,
                                                             const aclBoolArray *outputMask,
                                                             ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradInput,
                                                             ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradWeight,
                                                             ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradBias,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBatchNormBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
