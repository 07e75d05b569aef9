/* Quantized matrix product, summed over all ranks. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_ALL_REDUCE_H
#define PYACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_ALL_REDUCE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnQuantMatmulAllReduceGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                                const aclTensor *bias, const aclTensor *x3,
                                                                const aclTensor *dequantScale, const char *group,
                                                                const char *reduceOp, int64_t commTurn,
                                                                int64_t streamMode, ACLNN_OUT const aclTensor *output,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnQuantMatmulAllReduce(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
