/* Multiplies tokens by groups while exchanging them between ranks. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_MAT_MUL_ALLTO_ALLV_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_MAT_MUL_ALLTO_ALLV_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedMatMulAlltoAllvGetWorkspaceSize(
    const aclTensor *gmmX, const aclTensor *gmmWeight, ACLNN_OPTIONAL const aclTensor *sendCountsTensorOptional,
    ACLNN_OPTIONAL const aclTensor *recvCountsTensorOptional, ACLNN_OPTIONAL const aclTensor *mmXOptional,
    ACLNN_OPTIONAL const aclTensor *mmWeightOptional, const char *group, int64_t epWorldSize,
    const aclIntArray *sendCounts, const aclIntArray *recvCounts, bool transGmmWeight, bool transMmWeight,
    ACLNN_OUT aclTensor *y, ACLNN_OPTIONAL ACLNN_OUT aclTensor *mmYOptional, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedMatMulAlltoAllv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
