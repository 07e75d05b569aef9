/* Attention to chosen blocks of a cache, for inference. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NSA_SELECTED_ATTENTION_INFER_H
#define PYACLNN_ACLNNOP_ACLNN_NSA_SELECTED_ATTENTION_INFER_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNsaSelectedAttentionInferGetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value, const aclTensor *topkIndices,
    ACLNN_OPTIONAL const aclTensor *attenMaskOptional, ACLNN_OPTIONAL const aclTensor *blockTableOptional,
    ACLNN_OPTIONAL const aclIntArray *actualQSeqLenOptional, ACLNN_OPTIONAL const aclIntArray *actualKvSeqLenOptional,
    ACLNN_OPTIONAL char *layoutOptional, int64_t numHeads, int64_t numKeyValueHeads, int64_t selectBlockSize,
    int64_t selectBlockCount, int64_t pageBlockSize, double scaleValue, int64_t sparseMode, ACLNN_OUT aclTensor *output,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNsaSelectedAttentionInfer(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
