/* log(1 + exp(-target * self)), reduced as asked. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SOFT_MARGIN_LOSS_H
#define PYACLNN_ACLNNOP_ACLNN_SOFT_MARGIN_LOSS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSoftMarginLossGetWorkspaceSize(const aclTensor *self, const aclTensor *target,
                                                          int64_t reduction, ACLNN_OUT aclTensor *out,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSoftMarginLoss(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
