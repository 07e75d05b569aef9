/* Attention without the matrix of scores in memory, for training. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_H
#define PYACLNN_ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFlashAttentionScoreGetWorkspaceSize(const aclTensor *query, const aclTensor *key,
                                                               const aclTensor *value,
                                                               ACLNN_OPTIONAL const aclTensor *realShiftOptional,
                                                               ACLNN_OPTIONAL const aclTensor *dropMaskOptional,
                                                               ACLNN_OPTIONAL const aclTensor *paddingMaskOptional,
                                                               ACLNN_OPTIONAL const aclTensor *attenMaskOptional,
                                                               ACLNN_OPTIONAL const aclIntArray *prefixOptional,
                                                               double scaleValue, double keepProb, int64_t preTokens,
                                                               int64_t nextTokens, int64_t headNum, char *inputLayout,
                                                               int64_t innerPrecise, int64_t sparseMode,
                                                               ACLNN_OUT const aclTensor *softmaxMaxOut,
                                                               ACLNN_OUT const aclTensor *softmaxSumOut,
                                                               ACLNN_OPTIONAL ACLNN_OUT const aclTensor *softmaxOutOut,
                                                               ACLNN_OUT const aclTensor *attentionOutOut,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlashAttentionScore(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreGetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value,
    ACLNN_OPTIONAL const aclTensor *realShiftOptional, ACLNN_OPTIONAL const aclTensor *dropMaskOptional,
    ACLNN_OPTIONAL const aclTensor *paddingMaskOptional, ACLNN_OPTIONAL const aclTensor *attenMaskOptional,
    ACLNN_OPTIONAL const aclIntArray *prefixOptional, ACLNN_OPTIONAL const aclIntArray *actualSeqQLenOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqKvLenOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise, int64_t sparseMode,
    ACLNN_OUT const aclTensor *softmaxMaxOut, ACLNN_OUT const aclTensor *softmaxSumOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *softmaxOutOut, ACLNN_OUT const aclTensor *attentionOutOut,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScore(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

ACLNN_API aclnnStatus aclnnFlashAttentionScoreV2GetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value,
    ACLNN_OPTIONAL const aclTensor *realShiftOptional, ACLNN_OPTIONAL const aclTensor *dropMaskOptional,
    ACLNN_OPTIONAL const aclTensor *paddingMaskOptional, ACLNN_OPTIONAL const aclTensor *attenMaskOptional,
    ACLNN_OPTIONAL const aclIntArray *prefixOptional, ACLNN_OPTIONAL const aclIntArray *qStartIdxOptional,
    ACLNN_OPTIONAL const aclIntArray *kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise, int64_t sparseMode, int64_t pseType,
    ACLNN_OUT const aclTensor *softmaxMaxOut, ACLNN_OUT const aclTensor *softmaxSumOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *softmaxOutOut, ACLNN_OUT const aclTensor *attentionOutOut,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlashAttentionScoreV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV2GetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value,
    ACLNN_OPTIONAL const aclTensor *realShiftOptional, ACLNN_OPTIONAL const aclTensor *dropMaskOptional,
    ACLNN_OPTIONAL const aclTensor *paddingMaskOptional, ACLNN_OPTIONAL const aclTensor *attenMaskOptional,
    ACLNN_OPTIONAL const aclIntArray *prefixOptional, ACLNN_OPTIONAL const aclIntArray *actualSeqQLenOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqKvLenOptional, ACLNN_OPTIONAL const aclIntArray *qStartIdxOptional,
    ACLNN_OPTIONAL const aclIntArray *kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise, int64_t sparseMode, int64_t pseType,
    ACLNN_OUT const aclTensor *softmaxMaxOut, ACLNN_OUT const aclTensor *softmaxSumOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *softmaxOutOut, ACLNN_OUT const aclTensor *attentionOutOut,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                       aclrtStream stream);

ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV3GetWorkspaceSize(
    const aclTensor *query, const aclTensor *queryRope, const aclTensor *key, const aclTensor *keyRope,
    const aclTensor *value, ACLNN_OPTIONAL const aclTensor *realShiftOptional,
    ACLNN_OPTIONAL const aclTensor *dropMaskOptional, ACLNN_OPTIONAL const aclTensor *paddingMaskOptional,
    ACLNN_OPTIONAL const aclTensor *attenMaskOptional, ACLNN_OPTIONAL const aclIntArray *prefixOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqQLenOptional, ACLNN_OPTIONAL const aclIntArray *actualSeqKvLenOptional,
    ACLNN_OPTIONAL const aclIntArray *qStartIdxOptional, ACLNN_OPTIONAL const aclIntArray *kvStartIdxOptional,
    double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens, int64_t headNum, char *inputLayout,
    int64_t innerPrecise, int64_t sparseMode, int64_t pseType, ACLNN_OUT const aclTensor *softmaxMaxOut,
    ACLNN_OUT const aclTensor *softmaxSumOut, ACLNN_OPTIONAL ACLNN_OUT const aclTensor *softmaxOutOut,
    ACLNN_OUT const aclTensor *attentionOutOut, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                       aclrtStream stream);

ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV4GetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value,
    ACLNN_OPTIONAL const aclTensor *realShiftOptional, ACLNN_OPTIONAL const aclTensor *dropMaskOptional,
    ACLNN_OPTIONAL const aclTensor *paddingMaskOptional, ACLNN_OPTIONAL const aclTensor *attenMaskOptional,
    ACLNN_OPTIONAL const aclIntArray *prefixOptional, ACLNN_OPTIONAL const aclIntArray *actualSeqQLenOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqKvLenOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise, int64_t sparseMode,
    char *softmaxOutLayout, ACLNN_OUT const aclTensor *softmaxMaxOut, ACLNN_OUT const aclTensor *softmaxSumOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *softmaxOutOut, ACLNN_OUT const aclTensor *attentionOutOut,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV4(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
