/* Gradient of aclnnSoftMarginLoss. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SOFT_MARGIN_LOSS_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_SOFT_MARGIN_LOSS_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSoftMarginLossBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                                  const aclTensor *target, int64_t reduction,
                                                                  ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSoftMarginLossBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
