/* Quantized matrix product whose result is quantized again, weights in FRACTAL_NZ. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_ACTIVATION_QUANT_WEIGHT_NZ_H
#define PYACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_ACTIVATION_QUANT_WEIGHT_NZ_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnQuantMatmulActivationQuantWeightNzGetWorkspaceSize(
    const aclTensor *x1, const aclTensor *x2, ACLNN_OPTIONAL const aclTensor *x1ScaleOptional, const aclTensor *x2Scale,
    ACLNN_OPTIONAL const aclTensor *biasOptional, bool transposeX1, bool transposeX2, int64_t groupSize,
    const char *activationType, const char *quantMode, ACLNN_OPTIONAL const char *roundMode, int64_t scaleAlg,
    double dstTypeMax, ACLNN_OUT aclTensor *yOut, ACLNN_OUT aclTensor *yScaleOut, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnQuantMatmulActivationQuantWeightNz(void *workspace, uint64_t workspaceSize,
                                                              aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
