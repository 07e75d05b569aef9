/* x1 + weight * (x2 - x1) for the tensors of lists, with weights from a list. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_LERP_LIST_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_LERP_LIST_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachLerpListGetWorkspaceSize(const aclTensorList *x1, const aclTensorList *x2,
                                                           const aclTensorList *weight, ACLNN_OUT aclTensorList *out,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachLerpList(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
