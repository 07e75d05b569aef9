/* Maximum of slices and updates at indices, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCATTER_MAX_H
#define PYACLNN_ACLNNOP_ACLNN_SCATTER_MAX_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnScatterMaxGetWorkspaceSize(ACLNN_INOUT aclTensor *varRef, const aclTensor *indices,
                                                      const aclTensor *updates, bool useLocking,
                                                      uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnScatterMax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
