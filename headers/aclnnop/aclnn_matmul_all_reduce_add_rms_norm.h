/* Matrix product summed over all ranks, residual added, root mean square normalization. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MATMUL_ALL_REDUCE_ADD_RMS_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_MATMUL_ALL_REDUCE_ADD_RMS_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMatmulAllReduceAddRmsNormGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                                     const aclTensor *bias, const aclTensor *residual,
                                                                     const aclTensor *gamma, double epsilon,
                                                                     const char *group, const char *reduceOp,
                                                                     int64_t commTurn, int64_t streamMode,
                                                                     ACLNN_OUT const aclTensor *y,
                                                                     ACLNN_OUT const aclTensor *normOut,
                                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMatmulAllReduceAddRmsNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
