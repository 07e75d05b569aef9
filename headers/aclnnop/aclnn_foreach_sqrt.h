/* Square root of each element of the tensors of a list. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_SQRT_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_SQRT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachSqrtGetWorkspaceSize(const aclTensorList *x, ACLNN_OUT aclTensorList *out,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachSqrt(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
