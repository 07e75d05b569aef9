/* Gradient of aclnnAdaLayerNorm. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADA_LAYER_NORM_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_ADA_LAYER_NORM_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAdaLayerNormBackwardGetWorkspaceSize(const aclTensor *gradOut, const aclTensor *input,
                                                                const aclIntArray *normalizedShape,
                                                                const aclTensor *rstd, const aclTensor *mean,
                                                                const aclTensor *scale, const aclTensor *shift,
                                                                ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                                ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                                ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradInputOut,
                                                                ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradScaleOut,
                                                                ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradShiftOut,
                                                                ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradWeightOut,
                                                                ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradBiasOut,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAdaLayerNormBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
