/* Sums of products by an equation of index letters. */
#ifndef PYACLNN_ACLNNOP_ACLNN_EINSUM_H
#define PYACLNN_ACLNNOP_ACLNN_EINSUM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnEinsumGetWorkspaceSize(const aclTensorList *tensors, const char *equation,
                                                  ACLNN_OUT aclTensor *output, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnEinsum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
