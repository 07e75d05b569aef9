/* Copies each tensor of a list into the one at its place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_COPY_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_COPY_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachCopyGetWorkspaceSize(const aclTensorList *x, ACLNN_OUT aclTensorList *out,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachCopy(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
