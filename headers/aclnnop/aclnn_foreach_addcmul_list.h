/* x1 + value * x2 * x3 for the tensors of lists, with a value for each place in a tensor. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_ADDCMUL_LIST_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_ADDCMUL_LIST_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachAddcmulListGetWorkspaceSize(const aclTensorList *x1, const aclTensorList *x2,
                                                              const aclTensorList *x3, const aclTensor *scalars,
                                                              ACLNN_OUT const aclTensorList *out,
                                                              uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachAddcmulList(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
