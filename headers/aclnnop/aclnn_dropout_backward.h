/* Gradient of aclnnDropout. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DROPOUT_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_DROPOUT_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDropoutBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *mask,
                                                           double scale, ACLNN_OUT aclTensor *out,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDropoutBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
