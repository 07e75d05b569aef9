/* Gradient of aclnnAdaptiveMaxPool2d. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL2D_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL2D_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAdaptiveMaxPool2dBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                                     const aclTensor *indices,
                                                                     ACLNN_OUT aclTensor *gradInput,
                                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool2dBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
