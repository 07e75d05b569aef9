/* Difference of the tensors of two lists, pair by pair. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_SUB_LIST_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_SUB_LIST_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachSubListGetWorkspaceSize(const aclTensorList *x1, const aclTensorList *x2,
                                                          const aclTensor *alpha, ACLNN_OUT const aclTensorList *out,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachSubList(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
