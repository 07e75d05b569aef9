/* Connectionist temporal classification loss. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CTC_LOSS_H
#define PYACLNN_ACLNNOP_ACLNN_CTC_LOSS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnCtcLossGetWorkspaceSize(const aclTensor *logProbs, const aclTensor *targets,
                                                   const aclIntArray *inputLengths, const aclIntArray *targetlengths,
                                                   int64_t blank, bool zeroInfinity,
                                                   ACLNN_OUT aclTensor *negLogLikelihoodOut,
                                                   ACLNN_OUT aclTensor *logAlphaOut, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnCtcLoss(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
