/* Gradient of aclnnMultiScaleDeformableAttnFunction. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MULTI_SCALE_DEFORMABLE_ATTENTION_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_MULTI_SCALE_DEFORMABLE_ATTENTION_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMultiScaleDeformableAttentionGradGetWorkspaceSize(const aclTensor *value,
                                                                             const aclTensor *spatialShape,
                                                                             const aclTensor *levelStartIndex,
                                                                             const aclTensor *location,
                                                                             const aclTensor *attnWeight,
                                                                             const aclTensor *gradOutput,
                                                                             ACLNN_OUT aclTensor *gradValue,
                                                                             ACLNN_OUT aclTensor *gradLocation,
                                                                             ACLNN_OUT aclTensor *gradAttnWeight,
                                                                             uint64_t *workspaceSize,
                                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMultiScaleDeformableAttentionGrad(void *workspace, uint64_t workspaceSize,
                                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
