/* Difference of each tensor of a list and one scalar. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachSubScalarGetWorkspaceSize(const aclTensorList *x, const aclTensor *scalar,
                                                            ACLNN_OUT const aclTensorList *out, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachSubScalar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
