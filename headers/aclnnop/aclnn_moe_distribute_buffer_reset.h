/* Clears the exchange buffers of ranks that have failed. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_DISTRIBUTE_BUFFER_RESET_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_DISTRIBUTE_BUFFER_RESET_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeDistributeBufferResetGetWorkspaceSize(const aclTensor *elasticInfo, const char *groupEp,
                                                                    int64_t epWorldSize, int64_t needSync,
                                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeDistributeBufferReset(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
