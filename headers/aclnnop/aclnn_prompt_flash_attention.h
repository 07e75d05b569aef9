/* Attention over whole prompts, for inference. */
#ifndef PYACLNN_ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_H
#define PYACLNN_ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnPromptFlashAttentionGetWorkspaceSize(const aclTensor *query, const aclTensor *key,
                                                                const aclTensor *value,
                                                                ACLNN_OPTIONAL const aclTensor *pseShift,
                                                                ACLNN_OPTIONAL const aclTensor *attenMask,
                                                                ACLNN_OPTIONAL const aclIntArray *actualSeqLengths,
                                                                int64_t numHeads, double scaleValue, int64_t preTokens,
                                                                int64_t nextTokens, char *inputLayout,
                                                                int64_t numKeyValueHeads,
                                                                ACLNN_OUT const aclTensor *attentionOut,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnPromptFlashAttention(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
