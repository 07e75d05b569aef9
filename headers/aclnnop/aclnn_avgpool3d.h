/* Average pooling over windows in three dimensions. */
#ifndef PYACLNN_ACLNNOP_ACLNN_AVGPOOL3D_H
#define PYACLNN_ACLNNOP_ACLNN_AVGPOOL3D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAvgPool3dGetWorkspaceSize(const aclTensor *self, const aclIntArray *kernelSize,
                                                     const aclIntArray *stride, const aclIntArray *padding,
                                                     bool ceilMode, bool countIncludePad, int64_t divisorOverride,
                                                     ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAvgPool3d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
