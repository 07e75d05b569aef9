/* Third version of aclnnMoeInitRouting. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_INIT_ROUTING_V3_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_INIT_ROUTING_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeInitRoutingV3GetWorkspaceSize(
    const aclTensor *x, const aclTensor *expertIdx, ACLNN_OPTIONAL const aclTensor *scaleOptional,
    ACLNN_OPTIONAL const aclTensor *offsetOptional, int64_t activeNum, int64_t expertCapacity, int64_t expertNum,
    int64_t dropPadMode, int64_t expertTokensNumType, bool expertTokensNumFlag, int64_t quantMode,
    ACLNN_OPTIONAL const aclIntArray *activeExpertRangeOptional, int64_t rowIdxType,
    ACLNN_OUT const aclTensor *expandedXOut, ACLNN_OUT const aclTensor *expandedRowIdxOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *expertTokensCountOrCumsumOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *expandedScaleOut, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeInitRoutingV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
