/* Gradient of aclnnHardshrink. */
#ifndef PYACLNN_ACLNNOP_ACLNN_HARDSHRINK_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_HARDSHRINK_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnHardshrinkBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                              const aclScalar *lambd, ACLNN_OUT aclTensor *gradInput,
                                                              uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnHardshrinkBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
