/* Second version of aclnnDequantSwigluQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DEQUANT_SWIGLU_QUANT_V2_H
#define PYACLNN_ACLNNOP_ACLNN_DEQUANT_SWIGLU_QUANT_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: clampLimit, gluAlpha, gluBias. */
ACLNN_API aclnnStatus aclnnDequantSwigluQuantV2GetWorkspaceSize(
    const aclTensor *x, ACLNN_OPTIONAL const aclTensor *weightScaleOptional,
    ACLNN_OPTIONAL const aclTensor *activationScaleOptional, ACLNN_OPTIONAL const aclTensor *biasOptional,
    ACLNN_OPTIONAL const aclTensor *quantScaleOptional, ACLNN_OPTIONAL const aclTensor *quantOffsetOptional,
    ACLNN_OPTIONAL const aclTensor *groupIndexOptional, bool activateLeft, ACLNN_OPTIONAL char *quantModeOptional,
    int64_t dstType, ACLNN_OPTIONAL char *roundModeOptional, int64_t activateDim, int64_t swigluMode, double clampLimit,
    double gluAlpha, double gluBias, ACLNN_OUT const aclTensor *yOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *scaleOut, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDequantSwigluQuantV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
