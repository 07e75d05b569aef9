/* Gradient of aclnnAdaptiveAvgPool2d. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAdaptiveAvgPool2dBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                                     ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                                     aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool2dBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
