/* Gradient of aclnnSwigluGroup. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SWIGLU_GROUP_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_SWIGLU_GROUP_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSwigluGroupGradGetWorkspaceSize(const aclTensor *gradY, const aclTensor *x,
                                                           ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                           ACLNN_OPTIONAL const aclTensor *yOriginOptional,
                                                           ACLNN_OPTIONAL const aclTensor *groupIndexOptional,
                                                           float clampLimit, ACLNN_OUT aclTensor *gradXOut,
                                                           ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradWeightOutOptional,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSwigluGroupGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
