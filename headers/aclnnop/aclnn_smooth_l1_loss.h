/* Smooth L1 loss: quadratic where |self - target| < beta, linear beyond. reduction: 0 none, 1 mean, 2 sum. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SMOOTH_L1_LOSS_H
#define PYACLNN_ACLNNOP_ACLNN_SMOOTH_L1_LOSS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSmoothL1LossGetWorkspaceSize(const aclTensor *self, const aclTensor *target,
                                                        int64_t reduction, float beta, ACLNN_OUT aclTensor *result,
                                                        uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSmoothL1Loss(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
