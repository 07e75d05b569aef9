/* Cross entropy of logits and class indices, with label smoothing and the log probabilities. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_H
#define PYACLNN_ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: labelSmoothing, lseSquareScaleForZloss. */
ACLNN_API aclnnStatus aclnnCrossEntropyLossGetWorkspaceSize(const aclTensor *input, const aclTensor *target,
                                                            ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                            ACLNN_OPTIONAL char *reductionOptional, int64_t ignoreIndex,
                                                            double labelSmoothing, double lseSquareScaleForZloss,
                                                            bool returnZloss,
                                                            ACLNN_OPTIONAL ACLNN_OUT const aclTensor *lossOut,
                                                            ACLNN_OUT const aclTensor *logProbOut,
                                                            ACLNN_OUT const aclTensor *zlossOut,
                                                            ACLNN_OUT const aclTensor *lseForZlossOut,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnCrossEntropyLoss(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
