/* Dequantization, gated activation, quantization. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DEQUANT_SWIGLU_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_DEQUANT_SWIGLU_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDequantSwigluQuantGetWorkspaceSize(const aclTensor *x,
                                                              ACLNN_OPTIONAL const aclTensor *weightScaleOptional,
                                                              ACLNN_OPTIONAL const aclTensor *activationScaleOptional,
                                                              ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                              ACLNN_OPTIONAL const aclTensor *quantScaleOptional,
                                                              ACLNN_OPTIONAL const aclTensor *quantOffsetOptional,
                                                              ACLNN_OPTIONAL const aclTensor *groupIndexOptional,
                                                              bool activateLeft, ACLNN_OPTIONAL char *quantModeOptional,
                                                              ACLNN_OUT const aclTensor *yOut,
                                                              ACLNN_OUT const aclTensor *scaleOut,
                                                              uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDequantSwigluQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
