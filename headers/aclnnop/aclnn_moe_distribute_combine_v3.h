/* Third version of aclnnMoeDistributeCombine. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_DISTRIBUTE_COMBINE_V3_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_DISTRIBUTE_COMBINE_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeDistributeCombineV3GetWorkspaceSize(
    const aclTensor *expandX, const aclTensor *expertIds, const aclTensor *assistInfoForCombine,
    const aclTensor *epSendCounts, const aclTensor *expertScales, ACLNN_OPTIONAL const aclTensor *tpSendCountsOptional,
    ACLNN_OPTIONAL const aclTensor *xActiveMaskOptional, ACLNN_OPTIONAL const aclTensor *activationScaleOptional,
    ACLNN_OPTIONAL const aclTensor *weightScaleOptional, ACLNN_OPTIONAL const aclTensor *groupListOptional,
    ACLNN_OPTIONAL const aclTensor *expandScalesOptional, ACLNN_OPTIONAL const aclTensor *sharedExpertXOptional,
    ACLNN_OPTIONAL const aclTensor *elasticInfoOptional, ACLNN_OPTIONAL const aclTensor *oriXOptional,
    ACLNN_OPTIONAL const aclTensor *constExpertAlpha1Optional,
    ACLNN_OPTIONAL const aclTensor *constExpertAlpha2Optional, ACLNN_OPTIONAL const aclTensor *constExpertVOptional,
    const char *groupEp, int64_t epWorldSize, int64_t epRankId, int64_t moeExpertNum,
    ACLNN_OPTIONAL const char *groupTp, int64_t tpWorldSize, int64_t tpRankId, int64_t expertShardType,
    int64_t sharedExpertNum, int64_t sharedExpertRankNum, int64_t globalBs, int64_t outDtype, int64_t commQuantMode,
    int64_t groupListType, ACLNN_OPTIONAL const char *commAlg, int64_t zeroExpertNum, int64_t copyExpertNum,
    int64_t constExpertNum, ACLNN_OUT aclTensor *xOut, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeDistributeCombineV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
