/* Gradient of aclnnMaxPool3dWithArgmax. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMaxPool3dWithArgmaxBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                                       const aclTensor *self, const aclTensor *indices,
                                                                       const aclIntArray *kernelSize,
                                                                       const aclIntArray *stride,
                                                                       const aclIntArray *padding,
                                                                       const aclIntArray *dilation, bool ceilMode,
                                                                       ACLNN_OUT aclTensor *gradInput,
                                                                       uint64_t *workspaceSize,
                                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMaxPool3dWithArgmaxBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
