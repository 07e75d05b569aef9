/* The parts of a cross entropy that one shard of the vocabulary contributes. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CROSS_ENTROPY_SUM_EXP_AND_INDEX_LOGIT_H
#define PYACLNN_ACLNNOP_ACLNN_CROSS_ENTROPY_SUM_EXP_AND_INDEX_LOGIT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnCrossEntropySumExpAndIndexLogitGetWorkspaceSize(
    const aclTensor *vocabParallelLogits, const aclTensor *target, const aclTensor *globalLogitsMax,
    int64_t vocabStartIndex, int64_t vocabEndIndex, ACLNN_OUT const aclTensor *predictedLogitsOut,
    ACLNN_OUT const aclTensor *sumExpLogitsOut, ACLNN_OUT const aclTensor *expLogitsOut,
    ACLNN_OUT const aclTensor *targetOffsetOut, ACLNN_OUT const aclTensor *targetMaskOut, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnCrossEntropySumExpAndIndexLogit(void *workspace, uint64_t workspaceSize,
                                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
