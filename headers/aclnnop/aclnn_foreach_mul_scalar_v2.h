/* Product of each tensor of a list and one scalar; second version. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_MUL_SCALAR_V2_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_MUL_SCALAR_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachMulScalarV2GetWorkspaceSize(const aclTensorList *x, const aclScalar *scalar,
                                                              ACLNN_OUT aclTensorList *out, uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachMulScalarV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
