/* Adaptive layer normalization, then quantization of the result. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADA_LAYER_NORM_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_ADA_LAYER_NORM_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAdaLayerNormQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *scale,
                                                             const aclTensor *shift,
                                                             ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                             ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                             ACLNN_OPTIONAL const aclTensor *smoothScalesOptional,
                                                             double epsilon, const char *quantMode,
                                                             ACLNN_OUT aclTensor *out, ACLNN_OUT aclTensor *quantScale,
                                                             ACLNN_OPTIONAL ACLNN_OUT aclTensor *quantOffsetOptional,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAdaLayerNormQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
