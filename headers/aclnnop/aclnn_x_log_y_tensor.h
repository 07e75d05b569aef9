/* self * log(other), 0 where self is 0. */
#ifndef PYACLNN_ACLNNOP_ACLNN_X_LOG_Y_TENSOR_H
#define PYACLNN_ACLNNOP_ACLNN_X_LOG_Y_TENSOR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnXLogYTensorGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                       ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnXLogYTensor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceXLogYTensorGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, const aclTensor *other,
                                                              uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceXLogYTensor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
