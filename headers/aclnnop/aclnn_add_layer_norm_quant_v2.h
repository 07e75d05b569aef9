/* Second version of aclnnAddLayerNormQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADD_LAYER_NORM_QUANT_V2_H
#define PYACLNN_ACLNNOP_ACLNN_ADD_LAYER_NORM_QUANT_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddLayerNormQuantV2GetWorkspaceSize(ACLNN_OPTIONAL const aclTensor *x1,
                                                               ACLNN_OPTIONAL const aclTensor *x2,
                                                               const aclTensor *gamma, const aclTensor *beta,
                                                               ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                               ACLNN_OPTIONAL const aclTensor *scales1Optional,
                                                               ACLNN_OPTIONAL const aclTensor *scales2Optional,
                                                               ACLNN_OPTIONAL const aclTensor *zeroPoints1Optional,
                                                               ACLNN_OPTIONAL const aclTensor *zeroPoints2Optional,
                                                               const char *quantMode, double epsilon,
                                                               bool additionalOutput, bool divMode,
                                                               ACLNN_OUT aclTensor *y1Out, ACLNN_OUT aclTensor *y2Out,
                                                               ACLNN_OUT aclTensor *xOut,
                                                               ACLNN_OUT aclTensor *layernormRes,
                                                               ACLNN_OUT aclTensor *outScales1Out,
                                                               ACLNN_OUT aclTensor *outScales2Out,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddLayerNormQuantV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
