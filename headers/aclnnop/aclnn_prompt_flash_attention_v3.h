/* Third version of aclnnPromptFlashAttention. */
#ifndef PYACLNN_ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_V3_H
#define PYACLNN_ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnPromptFlashAttentionV3GetWorkspaceSize(const aclTensor *query, const aclTensor *key,
                                                                  const aclTensor *value,
                                                                  ACLNN_OPTIONAL const aclTensor *pseShift,
                                                                  ACLNN_OPTIONAL const aclTensor *attenMask,
                                                                  ACLNN_OPTIONAL const aclIntArray *actualSeqLengths,
                                                                  ACLNN_OPTIONAL const aclIntArray *actualSeqLengthsKv,
                                                                  ACLNN_OPTIONAL const aclTensor *deqScale1,
                                                                  ACLNN_OPTIONAL const aclTensor *quantScale1,
                                                                  ACLNN_OPTIONAL const aclTensor *deqScale2,
                                                                  ACLNN_OPTIONAL const aclTensor *quantScale2,
                                                                  ACLNN_OPTIONAL const aclTensor *quantOffset2,
                                                                  int64_t numHeads, double scaleValue,
                                                                  int64_t preTokens, int64_t nextTokens,
                                                                  char *inputLayout, int64_t numKeyValueHeads,
                                                                  int64_t sparseMode, int64_t innerPrecise,
                                                                  ACLNN_OUT const aclTensor *attentionOut,
                                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnPromptFlashAttentionV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
