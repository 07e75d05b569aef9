/* aclnnQuantMatmulV5 with weights in FRACTAL_NZ. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_WEIGHT_NZ_H
#define PYACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_WEIGHT_NZ_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnQuantMatmulWeightNzGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                               ACLNN_OPTIONAL const aclTensor *x1Scale,
                                                               const aclTensor *x2Scale,
                                                               ACLNN_OPTIONAL const aclTensor *yScale,
                                                               ACLNN_OPTIONAL const aclTensor *x1Offset,
                                                               ACLNN_OPTIONAL const aclTensor *x2Offset,
                                                               ACLNN_OPTIONAL const aclTensor *yOffset,
                                                               ACLNN_OPTIONAL const aclTensor *bias, bool transposeX1,
                                                               bool transposeX2, int64_t groupSize,
                                                               ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnQuantMatmulWeightNz(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
