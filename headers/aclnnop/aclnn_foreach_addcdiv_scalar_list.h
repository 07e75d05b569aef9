/* x1 + value * x2 / x3 for the tensors of lists, with the value at its place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_ADDCDIV_SCALAR_LIST_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_ADDCDIV_SCALAR_LIST_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachAddcdivScalarListGetWorkspaceSize(const aclTensorList *x1, const aclTensorList *x2,
                                                                    const aclTensorList *x3, const aclTensor *scalars,
                                                                    ACLNN_OUT aclTensorList *out,
                                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachAddcdivScalarList(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
