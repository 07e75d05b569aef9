/* Batch statistics gathered over ranks, with running statistics. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SYNC_BATCH_NORM_GATHER_STATS_H
#define PYACLNN_ACLNNOP_ACLNN_SYNC_BATCH_NORM_GATHER_STATS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSyncBatchNormGatherStatsGetWorkspaceSize(const aclTensor *totalSum,
                                                                    const aclTensor *totalSquareSum,
                                                                    const aclTensor *sampleCount, aclTensor *mean,
                                                                    aclTensor *variance, float momentum, float eps,
                                                                    ACLNN_OUT aclTensor *batchMean,
                                                                    ACLNN_OUT aclTensor *batchInvstd,
                                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSyncBatchNormGatherStats(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
