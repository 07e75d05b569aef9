/* Mean and 1 / standard deviation over ranks with different numbers of elements. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_GATHER_STATS_WITH_COUNTS_H
#define PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_GATHER_STATS_WITH_COUNTS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBatchNormGatherStatsWithCountsGetWorkspaceSize(
    const aclTensor *input, const aclTensor *mean, const aclTensor *invstd,
    ACLNN_OPTIONAL ACLNN_INOUT aclTensor *runningMean, ACLNN_OPTIONAL ACLNN_INOUT aclTensor *runningVar,
    double momentum, double eps, const aclTensor *counts, ACLNN_OUT aclTensor *meanAll, ACLNN_OUT aclTensor *invstdAll,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBatchNormGatherStatsWithCounts(void *workspace, uint64_t workspaceSize,
                                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
