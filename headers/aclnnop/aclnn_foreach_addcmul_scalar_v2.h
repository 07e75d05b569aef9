/* x1 + value * x2 * x3 for the tensors of lists, with one value; second version. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_ADDCMUL_SCALAR_V2_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_ADDCMUL_SCALAR_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachAddcmulScalarV2GetWorkspaceSize(const aclTensorList *x1, const aclTensorList *x2,
                                                                  const aclTensorList *x3, const aclScalar *scalar,
                                                                  ACLNN_OUT aclTensorList *out, uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachAddcmulScalarV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
