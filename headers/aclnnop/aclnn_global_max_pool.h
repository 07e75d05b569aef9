/* Maximum over all places of each channel. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GLOBAL_MAX_POOL_H
#define PYACLNN_ACLNNOP_ACLNN_GLOBAL_MAX_POOL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGlobalMaxPoolGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                         uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGlobalMaxPool(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
