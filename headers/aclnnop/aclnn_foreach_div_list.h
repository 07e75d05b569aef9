/* Quotient of the tensors of two lists, pair by pair. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_DIV_LIST_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_DIV_LIST_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachDivListGetWorkspaceSize(const aclTensorList *x1, const aclTensorList *x2,
                                                          ACLNN_OUT aclTensorList *out, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachDivList(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
