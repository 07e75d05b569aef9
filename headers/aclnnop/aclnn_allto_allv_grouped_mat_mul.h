/* Exchanges tokens between ranks while multiplying them by groups. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ALLTO_ALLV_GROUPED_MAT_MUL_H
#define PYACLNN_ACLNNOP_ACLNN_ALLTO_ALLV_GROUPED_MAT_MUL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAlltoAllvGroupedMatMulGetWorkspaceSize(
    const aclTensor *gmmX, const aclTensor *gmmWeight, ACLNN_OPTIONAL const aclTensor *sendCountsTensorOptional,
    ACLNN_OPTIONAL const aclTensor *recvCountsTensorOptional, ACLNN_OPTIONAL const aclTensor *mmXOptional,
    ACLNN_OPTIONAL const aclTensor *mmWeightOptional, const char *group, int64_t epWorldSize,
    const aclIntArray *sendCounts, const aclIntArray *recvCounts, bool transGmmWeight, bool transMmWeight,
    bool permuteOutFlag, ACLNN_OUT aclTensor *gmmY, ACLNN_OPTIONAL ACLNN_OUT aclTensor *mmYOptional,
    ACLNN_OPTIONAL ACLNN_OUT aclTensor *permuteOutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAlltoAllvGroupedMatMul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
