/* One step of the AdamW optimizer, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_APPLY_ADAM_W_H
#define PYACLNN_ACLNNOP_ACLNN_APPLY_ADAM_W_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnApplyAdamWGetWorkspaceSize(ACLNN_INOUT aclTensor *varRef, ACLNN_INOUT aclTensor *mRef,
                                                      ACLNN_INOUT aclTensor *vRef, const aclTensor *beta1Power,
                                                      const aclTensor *beta2Power, const aclTensor *lr,
                                                      const aclTensor *weightDecay, const aclTensor *beta1,
                                                      const aclTensor *beta2, const aclTensor *eps,
                                                      const aclTensor *grad,
                                                      ACLNN_OPTIONAL const aclTensor *maxGradNormOptional, bool amsgrad,
                                                      bool maximize, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnApplyAdamW(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
