/* e to the power of each element of the tensors of a list, minus 1. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_EXPM1_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_EXPM1_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachExpm1GetWorkspaceSize(const aclTensorList *x, ACLNN_OUT const aclTensorList *out,
                                                        uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachExpm1(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
