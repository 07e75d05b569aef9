/* Squared error (self - target)^2. reduction: 0 none, 1 mean, 2 sum. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MSE_LOSS_H
#define PYACLNN_ACLNNOP_ACLNN_MSE_LOSS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMseLossGetWorkspaceSize(const aclTensor *self, const aclTensor *target, int64_t reduction,
                                                   ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMseLoss(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
