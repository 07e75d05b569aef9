/* Maximum pooling over three dimensions to a given output size, with the places of the maxima. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_H
#define PYACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAdaptiveMaxPool3dGetWorkspaceSize(const aclTensor *self, const aclIntArray *outputSize,
                                                             ACLNN_OUT aclTensor *outputOut,
                                                             ACLNN_OUT aclTensor *indicesOut, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool3d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
