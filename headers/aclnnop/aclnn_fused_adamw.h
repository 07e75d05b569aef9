/* One step of AdamW over lists of tensors, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FUSED_ADAMW_H
#define PYACLNN_ACLNNOP_ACLNN_FUSED_ADAMW_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFusedAdamwGetWorkspaceSize(ACLNN_INOUT const aclTensorList *paramsRef,
                                                      const aclTensorList *grads,
                                                      ACLNN_INOUT const aclTensorList *expAvgsRef,
                                                      ACLNN_INOUT const aclTensorList *expAvgSqsRef,
                                                      ACLNN_OPTIONAL ACLNN_INOUT const aclTensorList *maxExpAvgSqsRef,
                                                      const aclTensorList *stateSteps,
                                                      ACLNN_OPTIONAL const aclTensor *gradScaleOptional,
                                                      ACLNN_OPTIONAL const aclTensor *foundInfOptional, double lr,
                                                      double beta1, double beta2, double weightDecay, double eps,
                                                      bool amsgrad, bool maximize, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFusedAdamw(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
