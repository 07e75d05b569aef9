/* One step of gradient descent with momentum over lists of tensors, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FUSED_SGD_H
#define PYACLNN_ACLNNOP_ACLNN_FUSED_SGD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFusedSgdGetWorkspaceSize(
    ACLNN_INOUT const aclTensorList *paramsRef, ACLNN_INOUT const aclTensorList *gradsRef,
    ACLNN_OPTIONAL ACLNN_INOUT const aclTensorList *momentumBufferListOptionalRef,
    ACLNN_OPTIONAL const aclTensor *gradScaleOptional, float weightDecay, float momentum, float lr, float dampening,
    bool nesterov, bool maximize, bool isFirstStep, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFusedSgd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
