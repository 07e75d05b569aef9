/* Square of the positive part. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SQUARED_RELU_H
#define PYACLNN_ACLNNOP_ACLNN_SQUARED_RELU_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSquaredReluGetWorkspaceSize(const aclTensor *input, ACLNN_OUT const aclTensor *out,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSquaredRelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
