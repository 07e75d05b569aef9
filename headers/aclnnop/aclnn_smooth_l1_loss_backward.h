/* Gradient of aclnnSmoothL1Loss with respect to self. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SMOOTH_L1_LOSS_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_SMOOTH_L1_LOSS_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSmoothL1LossBackwardGetWorkspaceSize(const aclTensor *gradOut, const aclTensor *self,
                                                                const aclTensor *target, int64_t reduction, float beta,
                                                                ACLNN_OUT aclTensor *gradInput, uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSmoothL1LossBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
