/* Gradients of aclnnLayerNorm; outputMask tells which of the three to compute. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLayerNormBackwardGetWorkspaceSize(const aclTensor *gradOut, const aclTensor *input,
                                                             const aclIntArray *normalizedShape, const aclTensor *mean,
                                                             const aclTensor *rstd,
                                                             ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                             ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                             const aclBoolArray *outputMask,
                                                             ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradInputOut,
                                                             ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradWeightOut,
                                                             ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradBiasOut,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLayerNormBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
