/* Quantized matrix product followed by another operation, weights in FRACTAL_NZ. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FUSED_QUANT_MATMUL_WEIGHT_NZ_H
#define PYACLNN_ACLNNOP_ACLNN_FUSED_QUANT_MATMUL_WEIGHT_NZ_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFusedQuantMatmulWeightNzGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                                    const aclTensor *x1Scale, const aclTensor *x2Scale,
                                                                    ACLNN_OPTIONAL const aclTensor *yScaleOptional,
                                                                    ACLNN_OPTIONAL const aclTensor *x1OffsetOptional,
                                                                    ACLNN_OPTIONAL const aclTensor *x2OffsetOptional,
                                                                    ACLNN_OPTIONAL const aclTensor *yOffsetOptional,
                                                                    ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                                    ACLNN_OPTIONAL const aclTensor *x3Optional,
                                                                    const char *fusedOpType, int64_t groupSizeOptional,
                                                                    ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                                    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFusedQuantMatmulWeightNz(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
