/* Gradient of aclnnPrelu. */
#ifndef PYACLNN_ACLNNOP_ACLNN_PRELU_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_PRELU_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnPreluBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                         const aclTensor *weight, ACLNN_OUT aclTensor *gradInput,
                                                         ACLNN_OUT aclTensor *gradWeight, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnPreluBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
