/* The tensors of a list with the other sign. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_NEG_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_NEG_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachNegGetWorkspaceSize(const aclTensorList *x, ACLNN_OUT const aclTensorList *out,
                                                      uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachNeg(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
