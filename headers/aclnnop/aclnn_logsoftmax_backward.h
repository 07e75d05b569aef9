/* Gradient of aclnnLogSoftmax. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LOGSOFTMAX_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_LOGSOFTMAX_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLogSoftmaxBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *output,
                                                              int64_t dim, ACLNN_OUT aclTensor *out,
                                                              uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLogSoftmaxBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
