/* Multiplies batches of matrices while reducing, scattering and exchanging between ranks. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BATCH_MATMUL_REDUCE_SCATTER_ALL_TO_ALL_H
#define PYACLNN_ACLNNOP_ACLNN_BATCH_MATMUL_REDUCE_SCATTER_ALL_TO_ALL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBatchMatMulReduceScatterAlltoAllGetWorkspaceSize(
    const aclTensor *x, const aclTensor *weight, ACLNN_OPTIONAL const aclTensor *biasOptional, const char *groupEp,
    const char *groupTp, int64_t epWorldSize, int64_t tpWorldSize, int64_t yShardType, ACLNN_OUT aclTensor *out,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBatchMatMulReduceScatterAlltoAll(void *workspace, uint64_t workspaceSize,
                                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
