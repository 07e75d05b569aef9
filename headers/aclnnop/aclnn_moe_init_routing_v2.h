/* Second version of aclnnMoeInitRouting. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_INIT_ROUTING_V2_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_INIT_ROUTING_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeInitRoutingV2GetWorkspaceSize(
    const aclTensor *x, const aclTensor *expertIdx, int64_t activeNumOptional, int64_t expertCapacityOptional,
    int64_t expertNumOptional, int64_t dropPadModeOptional, int64_t expertTokensCountOrCumsumFlagOptional,
    bool expertTokensBeforeCapacityFlagOptional, ACLNN_OUT const aclTensor *expandedXOut,
    ACLNN_OUT const aclTensor *expandedRowIdxOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *expertTokensCountOrCumsumOutOptional,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *expertTokensBeforeCapacityOutOptional, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeInitRoutingV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
