/* Margin loss for several classes of one sample. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MULTILABEL_MARGIN_LOSS_H
#define PYACLNN_ACLNNOP_ACLNN_MULTILABEL_MARGIN_LOSS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMultilabelMarginLossGetWorkspaceSize(const aclTensor *self, const aclTensor *target,
                                                                int64_t reduction, ACLNN_OUT aclTensor *out,
                                                                ACLNN_OUT aclTensor *isTarget, uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMultilabelMarginLoss(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
