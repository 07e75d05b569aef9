/* Gradient of aclnnAvgPool3d. */
#ifndef PYACLNN_ACLNNOP_ACLNN_AVGPOOL3D_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_AVGPOOL3D_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAvgPool3dBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                             const aclIntArray *kernelSize, const aclIntArray *stride,
                                                             const aclIntArray *padding, bool ceilMode,
                                                             bool countIncludePad, int64_t divisorOverride,
                                                             ACLNN_OUT aclTensor *output, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAvgPool3dBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
