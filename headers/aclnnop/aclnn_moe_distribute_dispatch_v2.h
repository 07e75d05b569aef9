/* Second version of aclnnMoeDistributeDispatch. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_DISTRIBUTE_DISPATCH_V2_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_DISTRIBUTE_DISPATCH_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeDistributeDispatchV2GetWorkspaceSize(
    const aclTensor *x, const aclTensor *expertIds, ACLNN_OPTIONAL const aclTensor *scalesOptional,
    ACLNN_OPTIONAL const aclTensor *xActiveMaskOptional, ACLNN_OPTIONAL const aclTensor *expertScalesOptional,
    const char *groupEp, int64_t epWorldSize, int64_t epRankId, int64_t moeExpertNum,
    ACLNN_OPTIONAL const char *groupTp, int64_t tpWorldSize, int64_t tpRankId, int64_t expertShardType,
    int64_t sharedExpertNum, int64_t sharedExpertRankNum, int64_t quantMode, int64_t globalBs,
    int64_t expertTokenNumsType, ACLNN_OPTIONAL const char *commAlg, ACLNN_OUT aclTensor *expandXOut,
    ACLNN_OUT aclTensor *dynamicScalesOut, ACLNN_OUT aclTensor *assistInfoForCombineOut,
    ACLNN_OUT aclTensor *expertTokenNumsOut, ACLNN_OUT aclTensor *epRecvCountsOut, ACLNN_OUT aclTensor *tpRecvCountsOut,
    ACLNN_OUT aclTensor *expandScalesOut, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeDistributeDispatchV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
