/* Attention to compressed blocks, with the best ones chosen. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NSA_COMPRESS_ATTENTION_H
#define PYACLNN_ACLNNOP_ACLNN_NSA_COMPRESS_ATTENTION_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNsaCompressAttentionGetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value,
    ACLNN_OPTIONAL const aclTensor *attenMaskOptional, ACLNN_OPTIONAL const aclTensor *topkMaskOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqQLenOptional,
    ACLNN_OPTIONAL const aclIntArray *actualCmpSeqKvLenOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSelSeqKvLenOptional, double scaleValue, int64_t headNum, char *inputLayout,
    int64_t sparseMode, int64_t compressBlockSize, int64_t compressStride, int64_t selectBlockSize,
    int64_t selectBlockCount, ACLNN_OUT const aclTensor *softmaxMaxOut, ACLNN_OUT const aclTensor *softmaxSumOut,
    ACLNN_OUT const aclTensor *attentionOutOut, ACLNN_OUT const aclTensor *topkIndicesOut, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNsaCompressAttention(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
