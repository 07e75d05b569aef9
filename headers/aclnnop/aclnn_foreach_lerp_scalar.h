/* x1 + weight * (x2 - x1) for the tensors of lists. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_LERP_SCALAR_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_LERP_SCALAR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachLerpScalarGetWorkspaceSize(const aclTensorList *x1, const aclTensorList *x2,
                                                             const aclScalar *weight, ACLNN_OUT aclTensorList *out,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachLerpScalar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
