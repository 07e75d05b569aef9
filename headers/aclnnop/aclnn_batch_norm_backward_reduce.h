/* The sums over a batch that the gradient of batch normalization needs. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_REDUCE_H
#define PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_REDUCE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBatchNormReduceBackwardGetWorkspaceSize(const aclTensor *gradOut, const aclTensor *input,
                                                                   const aclTensor *mean, const aclTensor *invstd,
                                                                   const aclTensor *weight, const bool inputG,
                                                                   const bool weightG, const bool biasG,
                                                                   ACLNN_OPTIONAL ACLNN_OUT aclTensor *sumDy,
                                                                   ACLNN_OPTIONAL ACLNN_OUT aclTensor *sumDyXmu,
                                                                   ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradWeight,
                                                                   ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradBias,
                                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBatchNormReduceBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
