/* One step of Adam with a moving average of the weights, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_APPLY_FUSED_EMA_ADAM_H
#define PYACLNN_ACLNNOP_ACLNN_APPLY_FUSED_EMA_ADAM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: lr, emaDecay, beta1, beta2, eps, weightDecay. */
ACLNN_API aclnnStatus aclnnApplyFusedEmaAdamGetWorkspaceSize(const aclTensor *grad, ACLNN_INOUT aclTensor *varRef,
                                                             ACLNN_INOUT aclTensor *mRef, ACLNN_INOUT aclTensor *vRef,
                                                             ACLNN_INOUT aclTensor *sRef, const aclTensor *step,
                                                             double lr, double emaDecay, double beta1, double beta2,
                                                             double eps, int64_t mode, bool biasCorrection,
                                                             double weightDecay, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnApplyFusedEmaAdam(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
