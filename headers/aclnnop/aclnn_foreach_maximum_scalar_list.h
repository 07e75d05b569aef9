/* Larger element of each tensor of a list and the scalar at its place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_MAXIMUM_SCALAR_LIST_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_MAXIMUM_SCALAR_LIST_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachMaximumScalarListGetWorkspaceSize(const aclTensorList *x,
                                                                    const aclScalarList *scalars,
                                                                    ACLNN_OUT const aclTensorList *out,
                                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachMaximumScalarList(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
