/* Minimum of slices and updates at indices, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCATTER_MIN_H
#define PYACLNN_ACLNNOP_ACLNN_SCATTER_MIN_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnScatterMinGetWorkspaceSize(ACLNN_INOUT aclTensor *varRef, const aclTensor *indices,
                                                      const aclTensor *updates, bool useLocking,
                                                      uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnScatterMin(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
