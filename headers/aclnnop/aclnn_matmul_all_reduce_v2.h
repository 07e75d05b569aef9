/* Second version of aclnnMatmulAllReduce. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MATMUL_ALL_REDUCE_V2_H
#define PYACLNN_ACLNNOP_ACLNN_MATMUL_ALL_REDUCE_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMatmulAllReduceV2GetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                             const aclTensor *bias, const aclTensor *x3,
                                                             const char *group, const char *reduceOp, int64_t commTurn,
                                                             int64_t streamMode, ACLNN_OUT const aclTensor *output,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMatmulAllReduceV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
