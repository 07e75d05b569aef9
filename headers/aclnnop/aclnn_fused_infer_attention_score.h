/* Attention for inference, of prompts and of single steps. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_H
#define PYACLNN_ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreGetWorkspaceSize(
    const aclTensor *query, const aclTensorList *key, const aclTensorList *value,
    ACLNN_OPTIONAL const aclTensor *pseShift, ACLNN_OPTIONAL const aclTensor *attenMask,
    ACLNN_OPTIONAL const aclIntArray *actualSeqLengths, ACLNN_OPTIONAL const aclIntArray *actualSeqLengthsKv,
    ACLNN_OPTIONAL const aclTensor *deqScale1, ACLNN_OPTIONAL const aclTensor *quantScale1,
    ACLNN_OPTIONAL const aclTensor *deqScale2, ACLNN_OPTIONAL const aclTensor *quantScale2,
    ACLNN_OPTIONAL const aclTensor *quantOffset2, ACLNN_OPTIONAL const aclTensor *antiquantScale,
    ACLNN_OPTIONAL const aclTensor *antiquantOffset, ACLNN_OPTIONAL const aclTensor *blockTable,
    ACLNN_OPTIONAL const aclTensor *queryPaddingSize, ACLNN_OPTIONAL const aclTensor *kvPaddingSize, int64_t numHeads,
    double scaleValue, int64_t preTokens, int64_t nextTokens, char *inputLayout, int64_t numKeyValueHeads,
    int64_t sparseMode, int64_t innerPrecise, int64_t blockSize, int64_t antiquantMode, bool softmaxLseFlag,
    ACLNN_OUT const aclTensor *attentionOut, ACLNN_OUT const aclTensor *softmaxLse, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFusedInferAttentionScore(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
