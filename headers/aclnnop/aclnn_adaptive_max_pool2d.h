/* Maximum pooling over two dimensions to a given output size, with the places of the maxima. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL2D_H
#define PYACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL2D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAdaptiveMaxPool2dGetWorkspaceSize(const aclTensor *self, const aclIntArray *outputSize,
                                                             ACLNN_OUT aclTensor *outputOut,
                                                             ACLNN_OUT aclTensor *indicesOut, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool2d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
