/* Writes the value of a tensor with one element where a mask is true, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MASKED_FILL_TENSOR_H
#define PYACLNN_ACLNNOP_ACLNN_MASKED_FILL_TENSOR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInplaceMaskedFillTensorGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef,
                                                                   const aclTensor *mask, const aclTensor *value,
                                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceMaskedFillTensor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
