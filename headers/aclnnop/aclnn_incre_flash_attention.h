/* Attention of one new token per sequence, with a cache of keys and values. */
#ifndef PYACLNN_ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_H
#define PYACLNN_ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIncreFlashAttentionGetWorkspaceSize(const aclTensor *query, const aclTensorList *key,
                                                               const aclTensorList *value, const aclTensor *pseShift,
                                                               const aclTensor *attenMask,
                                                               const aclIntArray *actualSeqLengths, int64_t numHeads,
                                                               double scaleValue, char *inputLayout,
                                                               int64_t numKeyValueHeads,
                                                               ACLNN_OUT const aclTensor *attentionOut,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIncreFlashAttention(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
