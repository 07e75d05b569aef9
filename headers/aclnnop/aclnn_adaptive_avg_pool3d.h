/* Average pooling over three dimensions to a given output size. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_H
#define PYACLNN_ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAdaptiveAvgPool3dGetWorkspaceSize(const aclTensor *self, const aclIntArray *outputSize,
                                                             ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool3d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
