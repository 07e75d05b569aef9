/* Matrix product, summed over all ranks. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MATMUL_ALL_REDUCE_H
#define PYACLNN_ACLNNOP_ACLNN_MATMUL_ALL_REDUCE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMatmulAllReduceGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                           const aclTensor *bias, const char *group,
                                                           const char *reduceOp, int64_t commTurn, int64_t streamMode,
                                                           ACLNN_OUT const aclTensor *output, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMatmulAllReduce(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
