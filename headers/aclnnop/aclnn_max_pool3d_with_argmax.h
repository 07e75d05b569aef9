/* Maximum pooling in three dimensions, with the places of the maxima. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_H
#define PYACLNN_ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMaxPool3dWithArgmaxGetWorkspaceSize(const aclTensor *self, const aclIntArray *kernelSize,
                                                               const aclIntArray *stride, const aclIntArray *padding,
                                                               const aclIntArray *dilation, bool ceilMode,
                                                               ACLNN_OUT aclTensor *out, ACLNN_OUT aclTensor *indices,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMaxPool3dWithArgmax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
