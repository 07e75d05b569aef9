/* Fourth version of aclnnFusedInferAttentionScore. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V4_H
#define PYACLNN_ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V4_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV4GetWorkspaceSize(
    const aclTensor *query, const aclTensorList *key, const aclTensorList *value,
    ACLNN_OPTIONAL const aclTensor *pseShiftOptional, ACLNN_OPTIONAL const aclTensor *attenMaskOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqLengthsOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqLengthsKvOptional, ACLNN_OPTIONAL const aclTensor *deqScale1Optional,
    ACLNN_OPTIONAL const aclTensor *quantScale1Optional, ACLNN_OPTIONAL const aclTensor *deqScale2Optional,
    ACLNN_OPTIONAL const aclTensor *quantScale2Optional, ACLNN_OPTIONAL const aclTensor *quantOffset2Optional,
    ACLNN_OPTIONAL const aclTensor *antiquantScaleOptional, ACLNN_OPTIONAL const aclTensor *antiquantOffsetOptional,
    ACLNN_OPTIONAL const aclTensor *blockTableOptional, ACLNN_OPTIONAL const aclTensor *queryPaddingSizeOptional,
    ACLNN_OPTIONAL const aclTensor *kvPaddingSizeOptional, ACLNN_OPTIONAL const aclTensor *keyAntiquantScaleOptional,
    ACLNN_OPTIONAL const aclTensor *keyAntiquantOffsetOptional,
    ACLNN_OPTIONAL const aclTensor *valueAntiquantScaleOptional,
    ACLNN_OPTIONAL const aclTensor *valueAntiquantOffsetOptional,
    ACLNN_OPTIONAL const aclTensor *keySharedPrefixOptional, ACLNN_OPTIONAL const aclTensor *valueSharedPrefixOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSharedPrefixLenOptional, ACLNN_OPTIONAL const aclTensor *queryRopeOptional,
    ACLNN_OPTIONAL const aclTensor *keyRopeOptional, ACLNN_OPTIONAL const aclTensor *keyRopeAntiquantScaleOptional,
    ACLNN_OPTIONAL const aclTensor *dequantScaleQueryOptional, ACLNN_OPTIONAL const aclTensor *learnableSinkOptional,
    int64_t numHeads, double scaleValue, int64_t preTokens, int64_t nextTokens, ACLNN_OPTIONAL char *inputLayout,
    int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise, int64_t blockSize, int64_t antiquantMode,
    bool softmaxLseFlag, int64_t keyAntiquantMode, int64_t valueAntiquantMode, int64_t queryQuantMode,
    ACLNN_OUT const aclTensor *attentionOut, ACLNN_OPTIONAL ACLNN_OUT const aclTensor *softmaxLse,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV4(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
