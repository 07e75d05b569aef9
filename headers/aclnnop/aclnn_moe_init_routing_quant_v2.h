/* Second version of aclnnMoeInitRoutingQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_INIT_ROUTING_QUANT_V2_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_INIT_ROUTING_QUANT_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeInitRoutingQuantV2GetWorkspaceSize(
    const aclTensor *x, const aclTensor *expertIdx, ACLNN_OPTIONAL const aclTensor *scaleOptional,
    ACLNN_OPTIONAL const aclTensor *offsetOptional, int64_t activeNum, int64_t expertCapacity, int64_t expertNum,
    int64_t dropPadMode, int64_t expertTokensCountOrCumsumFlag, bool expertTokensBeforeCapacityFlag, int64_t quantMode,
    ACLNN_OUT const aclTensor *expandedXOut, ACLNN_OUT const aclTensor *expandedRowIdxOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *expertTokensCountOrCumsumOutOptional,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *expertTokensBeforeCapacityOutOptional,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *dynamicQuantScaleOutOptional, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeInitRoutingQuantV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
