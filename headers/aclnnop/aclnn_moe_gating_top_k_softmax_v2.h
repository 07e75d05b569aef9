/* Second version of aclnnMoeGatingTopKSoftmax. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_GATING_TOP_K_SOFTMAX_V2_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_GATING_TOP_K_SOFTMAX_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeGatingTopKSoftmaxV2GetWorkspaceSize(
    const aclTensor *x, ACLNN_OPTIONAL const aclTensor *finishedOptional, int64_t k, int64_t renorm,
    bool outputSoftmaxResultFlag, ACLNN_OUT const aclTensor *yOut, ACLNN_OUT const aclTensor *expertIdxOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *softmaxResultOutOptional, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeGatingTopKSoftmaxV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
