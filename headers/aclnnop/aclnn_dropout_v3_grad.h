/* Gradient of aclnnDropoutV3. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDropoutV3GradGetWorkspaceSize(const aclTensor *gradY, const aclTensor *mask, double scale,
                                                         ACLNN_OUT aclTensor *gradX, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDropoutV3Grad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
