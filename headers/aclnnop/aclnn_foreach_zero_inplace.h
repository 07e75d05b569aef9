/* Fills each tensor of a list with zeros, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachZeroInplaceGetWorkspaceSize(ACLNN_INOUT const aclTensorList *x,
                                                              uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachZeroInplace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
