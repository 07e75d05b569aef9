/* Negative log likelihood of class indices. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NLL_LOSS_H
#define PYACLNN_ACLNNOP_ACLNN_NLL_LOSS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNLLLossGetWorkspaceSize(const aclTensor *self, const aclTensor *target,
                                                   const aclTensor *weight, int64_t reduction, int64_t ignoreIndex,
                                                   ACLNN_OUT aclTensor *out, ACLNN_OUT aclTensor *totalWeightOut,
                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNLLLoss(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
