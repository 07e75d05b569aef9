/* Inverse cosine of each element of the tensors of a list, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_A_COS_INPLACE_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_A_COS_INPLACE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachACosInplaceGetWorkspaceSize(ACLNN_INOUT const aclTensorList *x,
                                                              uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachACosInplace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
