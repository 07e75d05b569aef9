/* Gradient of aclnnSoftshrink. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SOFTSHRINK_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_SOFTSHRINK_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSoftshrinkBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                              const aclScalar *lambda, ACLNN_OUT aclTensor *gradInput,
                                                              uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSoftshrinkBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
