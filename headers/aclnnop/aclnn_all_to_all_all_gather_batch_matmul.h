/* Exchanges and gathers between ranks while multiplying batches of matrices. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ALL_TO_ALL_ALL_GATHER_BATCH_MATMUL_H
#define PYACLNN_ACLNNOP_ACLNN_ALL_TO_ALL_ALL_GATHER_BATCH_MATMUL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAlltoAllAllGatherBatchMatMulGetWorkspaceSize(
    const aclTensor *x, const aclTensor *weight, ACLNN_OPTIONAL const aclTensor *biasOptional, const char *groupEp,
    const char *groupTp, int64_t epWorldSize, int64_t tpWorldSize, int64_t xShardType, int64_t actType,
    ACLNN_OUT aclTensor *y1Out, ACLNN_OPTIONAL ACLNN_OUT aclTensor *y2OutOptional,
    ACLNN_OPTIONAL ACLNN_OUT aclTensor *y3OutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAlltoAllAllGatherBatchMatMul(void *workspace, uint64_t workspaceSize,
                                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
