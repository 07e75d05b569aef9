/* Gradient of aclnnSwigluGroupQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SWIGLU_GROUP_QUANT_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_SWIGLU_GROUP_QUANT_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: clampLimit. */
ACLNN_API aclnnStatus aclnnSwigluGroupQuantGradGetWorkspaceSize(
    const aclTensor *gradY, const aclTensor *x, ACLNN_OPTIONAL const aclTensor *weightOptional,
    ACLNN_OPTIONAL const aclTensor *yOriginOptional, ACLNN_OPTIONAL const aclTensor *groupIndexOptional,
    double clampLimit, ACLNN_OUT const aclTensor *gradXOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *gradWeightOutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSwigluGroupQuantGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
