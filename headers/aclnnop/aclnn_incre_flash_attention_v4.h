/* Fourth version of aclnnIncreFlashAttention. */
#ifndef PYACLNN_ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V4_H
#define PYACLNN_ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V4_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIncreFlashAttentionV4GetWorkspaceSize(const aclTensor *query, const aclTensorList *key,
                                                                 const aclTensorList *value,
                                                                 ACLNN_OPTIONAL const aclTensor *pseShift,
                                                                 ACLNN_OPTIONAL const aclTensor *attenMask,
                                                                 ACLNN_OPTIONAL const aclIntArray *actualSeqLengths,
                                                                 ACLNN_OPTIONAL const aclTensor *dequantScale1,
                                                                 ACLNN_OPTIONAL const aclTensor *quantScale1,
                                                                 ACLNN_OPTIONAL const aclTensor *dequantScale2,
                                                                 ACLNN_OPTIONAL const aclTensor *quantScale2,
                                                                 ACLNN_OPTIONAL const aclTensor *quantOffset2,
                                                                 ACLNN_OPTIONAL const aclTensor *antiquantScale,
                                                                 ACLNN_OPTIONAL const aclTensor *antiquantOffset,
                                                                 ACLNN_OPTIONAL const aclTensor *blocktable,
                                                                 ACLNN_OPTIONAL const aclTensor *kvPaddingSize,
                                                                 int64_t numHeads, double scaleValue,
                                                                 ACLNN_OPTIONAL char *inputLayout,
                                                                 int64_t numKeyValueHeads, int64_t blockSize,
                                                                 int64_t innerPrecise,
                                                                 ACLNN_OUT const aclTensor *attentionOut,
                                                                 uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIncreFlashAttentionV4(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
