/* Gradient of aclnnSwish. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SWISH_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_SWISH_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSwishBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                         ACLNN_OPTIONAL const aclScalar *betaOptional,
                                                         ACLNN_OUT aclTensor *gradInput, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSwishBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
