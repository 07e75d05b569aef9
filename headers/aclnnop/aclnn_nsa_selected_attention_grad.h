/* Gradient of aclnnNsaSelectedAttention. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NSA_SELECTED_ATTENTION_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_NSA_SELECTED_ATTENTION_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNsaSelectedAttentionGradGetWorkspaceSize(
    const aclTensor *query, const aclTensor *key, const aclTensor *value, const aclTensor *attentionOut,
    const aclTensor *attentionOutGrad, const aclTensor *softmaxMax, const aclTensor *softmaxSum,
    const aclTensor *topkIndices, ACLNN_OPTIONAL const aclIntArray *actualSeqQLenOptional,
    ACLNN_OPTIONAL const aclIntArray *actualSeqKvLenOptional, ACLNN_OPTIONAL const aclTensor *attenMaskOptional,
    double scaleValue, int64_t selectedBlockSize, int64_t selectedBlockCount, int64_t headNum, char *inputLayout,
    int64_t sparseMode, ACLNN_OUT const aclTensor *dqOut, ACLNN_OUT const aclTensor *dkOut,
    ACLNN_OUT const aclTensor *dvOut, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNsaSelectedAttentionGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
