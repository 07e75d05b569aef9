/* Attention to chosen blocks. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NSA_SELECTED_ATTENTION_H
#define PYACLNN_ACLNNOP_ACLNN_NSA_SELECTED_ATTENTION_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNsaSelectedAttentionGetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value, const aclTensor *topkIndices,
    ACLNN_OPTIONAL const aclTensor *attenMaskOptional, ACLNN_OPTIONAL const aclIntArray *actualSeqQLenOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqKvLenOptional, double scaleValue, int64_t headNum, char *inputLayout,
    int64_t sparseMode, int64_t selectedBlockSize, int64_t selectedBlockCount, ACLNN_OUT const aclTensor *softmaxMaxOut,
    ACLNN_OUT const aclTensor *softmaxSumOut, ACLNN_OUT const aclTensor *attentionOut, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNsaSelectedAttention(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
