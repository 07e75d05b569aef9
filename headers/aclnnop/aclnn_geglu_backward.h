/* Gradients of the functions of aclnn_geglu.h. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GEGLU_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_GEGLU_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGeGluBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                         const aclTensor *gelu, int64_t dim, int64_t approximate,
                                                         ACLNN_OUT aclTensor *gradInput, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGeGluBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

ACLNN_API aclnnStatus aclnnGeGluV3BackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                           const aclTensor *gelu, int64_t dim, int64_t approximate,
                                                           bool activateLeft, ACLNN_OUT aclTensor *gradInput,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGeGluV3Backward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
