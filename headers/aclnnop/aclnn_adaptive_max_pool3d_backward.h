/* Gradient of aclnnAdaptiveMaxPool3d. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAdaptiveMaxPool3dBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                                     const aclTensor *indices,
                                                                     ACLNN_OUT aclTensor *gradInput,
                                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool3dBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
