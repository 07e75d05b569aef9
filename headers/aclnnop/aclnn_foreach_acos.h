/* Inverse cosine of each element of the tensors of a list. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_ACOS_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_ACOS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachAcosGetWorkspaceSize(const aclTensorList *x, ACLNN_OUT const aclTensorList *out,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachAcos(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
