/* Difference of each tensor of a list and one scalar, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_INPLACE_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_INPLACE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachSubScalarInplaceGetWorkspaceSize(ACLNN_INOUT const aclTensorList *x,
                                                                   const aclTensor *scalar, uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachSubScalarInplace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
