/* Quotient of the tensors of two lists, pair by pair, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_DIV_LIST_INPLACE_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_DIV_LIST_INPLACE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachDivListInplaceGetWorkspaceSize(ACLNN_INOUT const aclTensorList *x1,
                                                                 const aclTensorList *x2, uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachDivListInplace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
