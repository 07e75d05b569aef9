/* Second version of aclnnHardswishBackward. */
#ifndef PYACLNN_ACLNNOP_ACLNN_HARDSWISH_BACKWARD_V2_H
#define PYACLNN_ACLNNOP_ACLNN_HARDSWISH_BACKWARD_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnHardswishBackwardV2GetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                               ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnHardswishBackwardV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
