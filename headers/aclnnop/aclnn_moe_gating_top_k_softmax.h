/* Chooses the best k experts of each token from the softmax of scores. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_GATING_TOP_K_SOFTMAX_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_GATING_TOP_K_SOFTMAX_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeGatingTopKSoftmaxGetWorkspaceSize(const aclTensor *x,
                                                                ACLNN_OPTIONAL const aclTensor *finishedOptional,
                                                                int64_t k, ACLNN_OUT const aclTensor *yOut,
                                                                ACLNN_OUT const aclTensor *expertIdxOut,
                                                                ACLNN_OUT const aclTensor *rowIdxOut,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeGatingTopKSoftmax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
