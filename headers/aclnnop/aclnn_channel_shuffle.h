/* Shuffles channels between groups. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H
#define PYACLNN_ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnChannelShuffleGetWorkspaceSize(const aclTensor *self, int64_t groups,
                                                          ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnChannelShuffle(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
