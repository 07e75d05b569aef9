/* A scalar to the power of each tensor of a list. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_POW_SCALAR_AND_TENSOR_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_POW_SCALAR_AND_TENSOR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachPowScalarAndTensorGetWorkspaceSize(const aclScalar *scalar, const aclTensorList *x,
                                                                     ACLNN_OUT const aclTensorList *out,
                                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachPowScalarAndTensor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
