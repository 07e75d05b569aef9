/* Product of a matrix and a quantized weight, summed over all ranks. */
#ifndef PYACLNN_ACLNNOP_ACLNN_WEIGHT_QUANT_MATMUL_ALL_REDUCE_H
#define PYACLNN_ACLNNOP_ACLNN_WEIGHT_QUANT_MATMUL_ALL_REDUCE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnWeightQuantMatmulAllReduceGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                                      ACLNN_OPTIONAL const aclTensor *bias,
                                                                      const aclTensor *antiquantScale,
                                                                      ACLNN_OPTIONAL const aclTensor *antiquantOffset,
                                                                      ACLNN_OPTIONAL const aclTensor *x3,
                                                                      const char *group, const char *reduceOp,
                                                                      int64_t commTurn, int64_t streamMode,
                                                                      int64_t antiquantGroupSize,
                                                                      ACLNN_OUT const aclTensor *output,
                                                                      uint64_t *workspaceSize,
                                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnWeightQuantMatmulAllReduce(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
