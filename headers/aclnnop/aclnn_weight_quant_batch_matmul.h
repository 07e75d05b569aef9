/* Product of a matrix and a quantized weight. */
#ifndef PYACLNN_ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_H
#define PYACLNN_ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnWeightQuantBatchMatmulGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                                  const aclTensor *diagonalMatrix,
                                                                  const aclTensor *deqOffset, const aclTensor *deqScale,
                                                                  const aclTensor *addOffset, const aclTensor *mulScale,
                                                                  ACLNN_OPTIONAL const aclTensor *bias,
                                                                  bool transposeX1, bool transposeX2,
                                                                  float antiquantScale, float antiquantOffset,
                                                                  ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnWeightQuantBatchMatmul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
