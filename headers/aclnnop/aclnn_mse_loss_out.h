/* Squared error (self - target)^2 as in aclnnMseLoss, but mean and sum reduce the first dimension only. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MSE_LOSS_OUT_H
#define PYACLNN_ACLNNOP_ACLNN_MSE_LOSS_OUT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMseLossOutGetWorkspaceSize(const aclTensor *self, const aclTensor *target, int64_t reduction,
                                                      ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMseLossOut(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
