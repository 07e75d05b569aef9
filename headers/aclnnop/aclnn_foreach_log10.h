/* Logarithm to base 10 of each element of the tensors of a list. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_LOG10_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_LOG10_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachLog10GetWorkspaceSize(const aclTensorList *x, ACLNN_OUT const aclTensorList *out,
                                                        uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachLog10(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
