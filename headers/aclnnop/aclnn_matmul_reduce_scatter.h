/* Matrix product, summed over all ranks and scattered to them. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MATMUL_REDUCE_SCATTER_H
#define PYACLNN_ACLNNOP_ACLNN_MATMUL_REDUCE_SCATTER_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMatmulReduceScatterGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                               ACLNN_OPTIONAL const aclTensor *bias, const char *group,
                                                               const char *reduceOp, int64_t commTurn,
                                                               int64_t streamMode, ACLNN_OUT const aclTensor *output,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMatmulReduceScatter(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
