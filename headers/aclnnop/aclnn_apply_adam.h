/* One step of the Adam optimizer, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_APPLY_ADAM_H
#define PYACLNN_ACLNNOP_ACLNN_APPLY_ADAM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnApplyAdamGetWorkspaceSize(ACLNN_INOUT aclTensor *varRef, const aclTensor *m,
                                                     const aclTensor *v, const aclTensor *beta1Power,
                                                     const aclTensor *beta2Power, const aclTensor *lr,
                                                     const aclTensor *beta1, const aclTensor *beta2,
                                                     const aclTensor *epsilon, const aclTensor *grad, bool useLocking,
                                                     bool useNesterov, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnApplyAdam(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
