/* Gradient of the exponential of sums over segments. */
#ifndef PYACLNN_ACLNNOP_ACLNN_EXP_SEGSUM_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_EXP_SEGSUM_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnExpSegsumBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *gradSelf,
                                                             ACLNN_OUT aclTensor *gradInput, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnExpSegsumBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
