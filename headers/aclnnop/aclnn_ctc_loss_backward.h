/* Gradient of aclnnCtcLoss. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CTC_LOSS_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_CTC_LOSS_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnCtcLossBackwardGetWorkspaceSize(const aclTensor *gradOut, const aclTensor *logProbs,
                                                           const aclTensor *targets, const aclIntArray *inputLengths,
                                                           const aclIntArray *targetLengths,
                                                           const aclTensor *negLogLikelihood, const aclTensor *logAlpha,
                                                           int64_t blank, bool zeroInfinity, ACLNN_OUT aclTensor *out,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnCtcLossBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
