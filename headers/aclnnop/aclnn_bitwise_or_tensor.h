/* Bitwise or of two tensors. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BITWISE_OR_TENSOR_H
#define PYACLNN_ACLNNOP_ACLNN_BITWISE_OR_TENSOR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBitwiseOrTensorGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                           ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBitwiseOrTensor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceBitwiseOrTensorGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef,
                                                                  const aclTensor *other, uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceBitwiseOrTensor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
