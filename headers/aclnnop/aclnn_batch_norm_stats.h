/* Mean and 1 / standard deviation of each channel. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_STATS_H
#define PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_STATS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBatchNormStatsGetWorkspaceSize(const aclTensor *input, double eps, ACLNN_OUT aclTensor *mean,
                                                          ACLNN_OUT aclTensor *invstd, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBatchNormStats(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
