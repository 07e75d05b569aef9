/* Maps experts to the copies of them that balance the load. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_UPDATE_EXPERT_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_UPDATE_EXPERT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeUpdateExpertGetWorkspaceSize(const aclTensor *expertIds, const aclTensor *eplbTable,
                                                           ACLNN_OPTIONAL const aclTensor *expertScalesOptional,
                                                           ACLNN_OPTIONAL const aclTensor *pruningThresholdOptional,
                                                           ACLNN_OPTIONAL const aclTensor *activeMaskOptional,
                                                           int64_t localRankId, int64_t worldSize, int64_t balanceMode,
                                                           ACLNN_OUT aclTensor *balancedExpertIds,
                                                           ACLNN_OUT aclTensor *balancedActiveMask,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeUpdateExpert(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
