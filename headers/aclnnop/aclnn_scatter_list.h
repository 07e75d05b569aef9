/* Writes updates into each tensor of a list, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCATTER_LIST_H
#define PYACLNN_ACLNNOP_ACLNN_SCATTER_LIST_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnScatterListGetWorkspaceSize(ACLNN_INOUT aclTensorList *varRef, const aclTensor *indice,
                                                       const aclTensor *updates,
                                                       ACLNN_OPTIONAL const aclTensor *maskOptional,
                                                       ACLNN_OPTIONAL char *reduceOptional, int64_t axis,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnScatterList(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
