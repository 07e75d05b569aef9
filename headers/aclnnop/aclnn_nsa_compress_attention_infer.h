/* Attention to compressed blocks with a cache, for inference. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NSA_COMPRESS_ATTENTION_INFER_H
#define PYACLNN_ACLNNOP_ACLNN_NSA_COMPRESS_ATTENTION_INFER_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNsaCompressAttentionInferGetWorkspaceSize(
    ACLNN_OPTIONAL const aclTensor *query, const aclTensor *key, const aclTensor *value,
    ACLNN_OPTIONAL const aclTensor *attentionMaskOptional, ACLNN_OPTIONAL const aclTensor *blockTableOptional,
    ACLNN_OPTIONAL const aclIntArray *actualQSeqLenOptional,
    ACLNN_OPTIONAL const aclIntArray *actualCmpKvSeqLenOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSelKvSeqLenOptional, ACLNN_OPTIONAL const aclTensor *topKMaskOptional,
    int64_t numHeads, int64_t numKeyValueHeads, int64_t selectBlockSize, int64_t selectBlockCount,
    int64_t compressBlockSize, int64_t compressBlockStride, double scaleValue, ACLNN_OPTIONAL char *layoutOptional,
    int64_t pageBlockSize, int64_t sparseMode, ACLNN_OUT const aclTensor *output, ACLNN_OUT const aclTensor *topKOutput,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNsaCompressAttentionInfer(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
