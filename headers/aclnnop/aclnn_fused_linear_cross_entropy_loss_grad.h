/* Gradient of a linear layer with cross entropy, by shards of the vocabulary. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FUSED_LINEAR_CROSS_ENTROPY_LOSS_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_FUSED_LINEAR_CROSS_ENTROPY_LOSS_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFusedLinearCrossEntropyLossGradGetWorkspaceSize(
    const aclTensor *grad, const aclTensor *input, const aclTensor *weight, const aclTensor *targetMask,
    const aclTensor *maskedTarget, float labelSmoothing, ACLNN_OPTIONAL const aclTensor *logitsMaxOptional,
    ACLNN_OPTIONAL const aclTensor *sumExpLogitsOptional, ACLNN_OPTIONAL const aclTensor *softmaxOptional,
    ACLNN_OUT aclTensor *inputGradOut, ACLNN_OUT aclTensor *weightGradOut, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFusedLinearCrossEntropyLossGrad(void *workspace, uint64_t workspaceSize,
                                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
