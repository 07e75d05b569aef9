/* Second version of aclnnApplyAdamW. */
#ifndef PYACLNN_ACLNNOP_ACLNN_APPLY_ADAM_W_V2_H
#define PYACLNN_ACLNNOP_ACLNN_APPLY_ADAM_W_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnApplyAdamWV2GetWorkspaceSize(ACLNN_INOUT aclTensor *varRef, ACLNN_INOUT aclTensor *mRef,
                                                        ACLNN_INOUT aclTensor *vRef,
                                                        ACLNN_OPTIONAL ACLNN_INOUT aclTensor *maxGradNormOptionalRef,
                                                        const aclTensor *grad, const aclTensor *step, float lr,
                                                        float beta1, float beta2, float weightDecay, float eps,
                                                        bool amsgrad, bool maximize, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnApplyAdamWV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
