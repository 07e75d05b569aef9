/* Sum of the tensors of two lists, pair by pair; second version. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_ADD_LIST_V2_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_ADD_LIST_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachAddListV2GetWorkspaceSize(const aclTensorList *x1, const aclTensorList *x2,
                                                            const aclScalar *alpha, ACLNN_OUT aclTensorList *out,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachAddListV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
