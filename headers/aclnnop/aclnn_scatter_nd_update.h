/* Writes slices at index tuples, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCATTER_ND_UPDATE_H
#define PYACLNN_ACLNNOP_ACLNN_SCATTER_ND_UPDATE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnScatterNdUpdateGetWorkspaceSize(ACLNN_INOUT aclTensor *varRef, const aclTensor *indices,
                                                           const aclTensor *updates, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnScatterNdUpdate(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
