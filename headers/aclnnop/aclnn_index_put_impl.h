/* Writes or adds elements at tensors of indices, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_INDEX_PUT_IMPL_H
#define PYACLNN_ACLNNOP_ACLNN_INDEX_PUT_IMPL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIndexPutImplGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, const aclTensorList *indices,
                                                        const aclTensor *values, const bool accumulate,
                                                        const bool unsafe, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIndexPutImpl(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
