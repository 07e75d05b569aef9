/* Maxima and sums of exponentials of a linear layer, found while multiplying. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FUSED_LINEAR_ONLINE_MAX_SUM_H
#define PYACLNN_ACLNNOP_ACLNN_FUSED_LINEAR_ONLINE_MAX_SUM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFusedLinearOnlineMaxSumGetWorkspaceSize(
    const aclTensor *input, const aclTensor *weight, const aclTensor *target, int64_t vocabStartIndex,
    int64_t vocabEndIndex, ACLNN_OUT aclTensor *logitsMaxLocalOut, ACLNN_OUT aclTensor *sumExpLogitsLocalOut,
    ACLNN_OUT aclTensor *predictedLogitsLocalOut, ACLNN_OUT aclTensor *targetMaskOut,
    ACLNN_OUT aclTensor *maskedTargetOut, ACLNN_OPTIONAL ACLNN_OUT aclTensor *vocabParallelLogitsOutOptional,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFusedLinearOnlineMaxSum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
