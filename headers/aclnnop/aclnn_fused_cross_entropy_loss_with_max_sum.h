/* Cross entropy from maxima and sums over shards of the vocabulary. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FUSED_CROSS_ENTROPY_LOSS_WITH_MAX_SUM_H
#define PYACLNN_ACLNNOP_ACLNN_FUSED_CROSS_ENTROPY_LOSS_WITH_MAX_SUM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFusedCrossEntropyLossWithMaxSumGetWorkspaceSize(
    const aclTensor *logitsMax, const aclTensor *sumExpLogits, const aclTensor *predictedLogits, float labelSmoothing,
    ACLNN_OPTIONAL const aclTensor *inputOptional, ACLNN_OPTIONAL const aclTensor *weightOptional,
    ACLNN_OPTIONAL const aclTensor *vocabParallelLogitsOptional, ACLNN_OUT aclTensor *lossOut,
    ACLNN_OPTIONAL ACLNN_OUT aclTensor *softMaxOutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFusedCrossEntropyLossWithMaxSum(void *workspace, uint64_t workspaceSize,
                                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
