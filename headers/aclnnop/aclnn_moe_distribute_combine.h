/* Sends tokens back from the experts of all ranks and sums them up. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_DISTRIBUTE_COMBINE_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_DISTRIBUTE_COMBINE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeDistributeCombineGetWorkspaceSize(const aclTensor *expandX, const aclTensor *expertIds,
                                                                const aclTensor *expandIdx,
                                                                const aclTensor *epSendCounts,
                                                                const aclTensor *expertScales,
                                                                const aclTensor *tpSendCounts,
                                                                const aclTensor *xActiveMask,
                                                                const aclTensor *activationScale,
                                                                const aclTensor *weightScale,
                                                                const aclTensor *groupList,
                                                                const aclTensor *expandScales, const char *groupEp,
                                                                int64_t epWorldSize, int64_t epRankId,
                                                                int64_t moeExpertNum,
                                                                ACLNN_OPTIONAL const char *groupTp, int64_t tpWorldSize,
                                                                int64_t tpRankId, int64_t expertShardType,
                                                                int64_t sharedExpertNum, int64_t sharedExpertRankNum,
                                                                int64_t globalBs, int64_t outDtype,
                                                                int64_t commQuantMode, int64_t groupListType,
                                                                ACLNN_OUT aclTensor *x, uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeDistributeCombine(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
