/* Gradients of the functions of aclnn_flash_attention_score.h. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFlashAttentionScoreGradGetWorkspaceSize(const aclTensor *query, const aclTensor *keyIn,
                                                                   const aclTensor *value, const aclTensor *dy,
                                                                   ACLNN_OPTIONAL const aclTensor *pseShiftOptional,
                                                                   ACLNN_OPTIONAL const aclTensor *dropMaskOptional,
                                                                   ACLNN_OPTIONAL const aclTensor *paddingMaskOptional,
                                                                   ACLNN_OPTIONAL const aclTensor *attenMaskOptional,
                                                                   ACLNN_OPTIONAL const aclTensor *softmaxMaxOptional,
                                                                   ACLNN_OPTIONAL const aclTensor *softmaxSumOptional,
                                                                   ACLNN_OPTIONAL const aclTensor *softmaxInOptional,
                                                                   ACLNN_OPTIONAL const aclTensor *attentionInOptional,
                                                                   ACLNN_OPTIONAL const aclIntArray *prefixOptional,
                                                                   double scaleValue, double keepProb,
                                                                   int64_t preTokens, int64_t nextTokens,
                                                                   int64_t headNum, char *inputLayout,
                                                                   int64_t innerPrecise, int64_t sparseMode,
                                                                   ACLNN_OUT const aclTensor *dqOut,
                                                                   ACLNN_OUT const aclTensor *dkOut,
                                                                   ACLNN_OUT const aclTensor *dvOut,
                                                                   ACLNN_OPTIONAL ACLNN_OUT const aclTensor *dpseOut,
                                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradGetWorkspaceSize(
    const aclTensor *query, const aclTensor *keyIn, const aclTensor *value, const aclTensor *dy,
    ACLNN_OPTIONAL const aclTensor *pseShiftOptional, ACLNN_OPTIONAL const aclTensor *dropMaskOptional,
    ACLNN_OPTIONAL const aclTensor *paddingMaskOptional, ACLNN_OPTIONAL const aclTensor *attenMaskOptional,
    ACLNN_OPTIONAL const aclTensor *softmaxMaxOptional, ACLNN_OPTIONAL const aclTensor *softmaxSumOptional,
    ACLNN_OPTIONAL const aclTensor *softmaxInOptional, ACLNN_OPTIONAL const aclTensor *attentionInOptional,
    ACLNN_OPTIONAL const aclIntArray *prefixOptional, ACLNN_OPTIONAL const aclIntArray *actualSeqQLenOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqKvLenOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise, int64_t sparseMode,
    ACLNN_OUT const aclTensor *dqOut, ACLNN_OUT const aclTensor *dkOut, ACLNN_OUT const aclTensor *dvOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *dpseOut, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGrad(void *workspace, uint64_t workspaceSize,
                                                            aclOpExecutor *executor, aclrtStream stream);

ACLNN_API aclnnStatus aclnnFlashAttentionScoreGradV2GetWorkspaceSize(
    const aclTensor *query, const aclTensor *keyIn, const aclTensor *value, const aclTensor *dy,
    ACLNN_OPTIONAL const aclTensor *pseShiftOptional, ACLNN_OPTIONAL const aclTensor *dropMaskOptional,
    ACLNN_OPTIONAL const aclTensor *paddingMaskOptional, ACLNN_OPTIONAL const aclTensor *attenMaskOptional,
    ACLNN_OPTIONAL const aclTensor *softmaxMaxOptional, ACLNN_OPTIONAL const aclTensor *softmaxSumOptional,
    ACLNN_OPTIONAL const aclTensor *softmaxInOptional, ACLNN_OPTIONAL const aclTensor *attentionInOptional,
    ACLNN_OPTIONAL const aclIntArray *prefixOptional, ACLNN_OPTIONAL const aclIntArray *qStartIdxOptional,
    ACLNN_OPTIONAL const aclIntArray *kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise, int64_t sparseMode, int64_t pseType,
    ACLNN_OUT const aclTensor *dqOut, ACLNN_OUT const aclTensor *dkOut, ACLNN_OUT const aclTensor *dvOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *dpseOut, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGradV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV2GetWorkspaceSize(
    const aclTensor *query, const aclTensor *keyIn, const aclTensor *value, const aclTensor *dy,
    ACLNN_OPTIONAL const aclTensor *pseShiftOptional, ACLNN_OPTIONAL const aclTensor *dropMaskOptional,
    ACLNN_OPTIONAL const aclTensor *paddingMaskOptional, ACLNN_OPTIONAL const aclTensor *attenMaskOptional,
    ACLNN_OPTIONAL const aclTensor *softmaxMaxOptional, ACLNN_OPTIONAL const aclTensor *softmaxSumOptional,
    ACLNN_OPTIONAL const aclTensor *softmaxInOptional, ACLNN_OPTIONAL const aclTensor *attentionInOptional,
    ACLNN_OPTIONAL const aclIntArray *prefixOptional, ACLNN_OPTIONAL const aclIntArray *actualSeqQLenOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqKvLenOptional, ACLNN_OPTIONAL const aclIntArray *qStartIdxOptional,
    ACLNN_OPTIONAL const aclIntArray *kvStartIdxOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise, int64_t sparseMode, int64_t pseType,
    ACLNN_OUT const aclTensor *dqOut, ACLNN_OUT const aclTensor *dkOut, ACLNN_OUT const aclTensor *dvOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *dpseOut, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV2(void *workspace, uint64_t workspaceSize,
                                                              aclOpExecutor *executor, aclrtStream stream);

ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV3GetWorkspaceSize(
    const aclTensor *query, const aclTensor *queryRope, const aclTensor *keyIn, const aclTensor *keyInRope,
    const aclTensor *value, const aclTensor *dy, ACLNN_OPTIONAL const aclTensor *pseShiftOptional,
    ACLNN_OPTIONAL const aclTensor *dropMaskOptional, ACLNN_OPTIONAL const aclTensor *paddingMaskOptional,
    ACLNN_OPTIONAL const aclTensor *attenMaskOptional, ACLNN_OPTIONAL const aclTensor *softmaxMaxOptional,
    ACLNN_OPTIONAL const aclTensor *softmaxSumOptional, ACLNN_OPTIONAL const aclTensor *softmaxInOptional,
    ACLNN_OPTIONAL const aclTensor *attentionInOptional, ACLNN_OPTIONAL const aclIntArray *prefixOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqQLenOptional, ACLNN_OPTIONAL const aclIntArray *actualSeqKvLenOptional,
    ACLNN_OPTIONAL const aclIntArray *qStartIdxOptional, ACLNN_OPTIONAL const aclIntArray *kvStartIdxOptional,
    double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens, int64_t headNum, char *inputLayout,
    int64_t innerPrecise, int64_t sparseMode, int64_t pseType, ACLNN_OUT const aclTensor *dqOut,
    ACLNN_OUT const aclTensor *dqRopeOut, ACLNN_OUT const aclTensor *dkOut, ACLNN_OUT const aclTensor *dkRopeOut,
    ACLNN_OUT const aclTensor *dvOut, ACLNN_OPTIONAL ACLNN_OUT const aclTensor *dpseOut, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV3(void *workspace, uint64_t workspaceSize,
                                                              aclOpExecutor *executor, aclrtStream stream);

ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV4GetWorkspaceSize(
    const aclTensor *query, const aclTensor *keyIn, const aclTensor *value, const aclTensor *dy,
    ACLNN_OPTIONAL const aclTensor *pseShiftOptional, ACLNN_OPTIONAL const aclTensor *dropMaskOptional,
    ACLNN_OPTIONAL const aclTensor *paddingMaskOptional, ACLNN_OPTIONAL const aclTensor *attenMaskOptional,
    ACLNN_OPTIONAL const aclTensor *softmaxMaxOptional, ACLNN_OPTIONAL const aclTensor *softmaxSumOptional,
    ACLNN_OPTIONAL const aclTensor *softmaxInOptional, ACLNN_OPTIONAL const aclTensor *attentionInOptional,
    ACLNN_OPTIONAL const aclIntArray *prefixOptional, ACLNN_OPTIONAL const aclIntArray *actualSeqQLenOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqKvLenOptional, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char *inputLayout, int64_t innerPrecise, int64_t sparseMode,
    ACLNN_OUT const aclTensor *dqOut, ACLNN_OUT const aclTensor *dkOut, ACLNN_OUT const aclTensor *dvOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *dpseOut, char *softmaxInLayout, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV4(void *workspace, uint64_t workspaceSize,
                                                              aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
