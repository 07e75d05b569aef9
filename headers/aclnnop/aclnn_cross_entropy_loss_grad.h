/* Gradient of aclnnCrossEntropyLoss. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: labelSmoothing, lseSquareScaleForZloss. */
ACLNN_API aclnnStatus aclnnCrossEntropyLossGradGetWorkspaceSize(ACLNN_OPTIONAL const aclTensor *gradLoss,
                                                                const aclTensor *logProb, const aclTensor *target,
                                                                ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                                ACLNN_OPTIONAL const aclTensor *gradZlossOptional,
                                                                ACLNN_OPTIONAL const aclTensor *lseForZlossOptional,
                                                                ACLNN_OPTIONAL char *reductionOptional,
                                                                int64_t ignoreIndex, double labelSmoothing,
                                                                double lseSquareScaleForZloss,
                                                                ACLNN_OUT const aclTensor *out, uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnCrossEntropyLossGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
