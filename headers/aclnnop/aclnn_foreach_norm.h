/* Norm of each tensor of a list. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachNormGetWorkspaceSize(const aclTensorList *x, const aclScalar *scalar,
                                                       ACLNN_OUT const aclTensorList *out, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
