/* Gradient of aclnnScaledMaskedSoftmax. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnScaledMaskedSoftmaxBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *y,
                                                                       const aclTensor *mask, double scale,
                                                                       bool fixTriuMask, ACLNN_OUT aclTensor *out,
                                                                       uint64_t *workspaceSize,
                                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnScaledMaskedSoftmaxBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
