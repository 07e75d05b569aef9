/* Sends tokens to the experts of all ranks. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_DISTRIBUTE_DISPATCH_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_DISTRIBUTE_DISPATCH_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeDistributeDispatchGetWorkspaceSize(const aclTensor *x, const aclTensor *expertIds,
                                                                 ACLNN_OPTIONAL const aclTensor *scales,
                                                                 const aclTensor *xActiveMask,
                                                                 const aclTensor *expertScales, const char *groupEp,
                                                                 int64_t epWorldSize, int64_t epRankId,
                                                                 int64_t moeExpertNum,
                                                                 ACLNN_OPTIONAL const char *groupTp,
                                                                 int64_t tpWorldSize, int64_t tpRankId,
                                                                 int64_t expertShardType, int64_t sharedExpertNum,
                                                                 int64_t sharedExpertRankNum, int64_t quantMode,
                                                                 int64_t globalBs, int64_t expertTokenNumsType,
                                                                 ACLNN_OUT aclTensor *expandX,
                                                                 ACLNN_OUT aclTensor *dynamicScales,
                                                                 ACLNN_OUT aclTensor *expandIdx,
                                                                 ACLNN_OUT aclTensor *expertTokenNums,
                                                                 ACLNN_OUT aclTensor *epRecvCounts,
                                                                 ACLNN_OUT aclTensor *tpRecvCounts,
                                                                 ACLNN_OUT aclTensor *expandScales,
                                                                 uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeDistributeDispatch(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
