/* Gradient of aclnnL1Loss. */
#ifndef PYACLNN_ACLNNOP_ACLNN_L1_LOSS_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_L1_LOSS_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnL1LossBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                          const aclTensor *target, int64_t reduction,
                                                          ACLNN_OUT aclTensor *gradInput, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnL1LossBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
