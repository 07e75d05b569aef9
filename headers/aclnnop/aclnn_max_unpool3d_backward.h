/* Gradient of aclnnMaxUnpool3d. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MAX_UNPOOL3D_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_MAX_UNPOOL3D_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMaxUnpool3dBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                               const aclTensor *indices, const aclIntArray *outputSize,
                                                               const aclIntArray *stride, const aclIntArray *padding,
                                                               ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMaxUnpool3dBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
