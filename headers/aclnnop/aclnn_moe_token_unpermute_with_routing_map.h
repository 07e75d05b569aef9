/* Puts tokens ordered by a map back in order. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_ROUTING_MAP_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_ROUTING_MAP_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteWithRoutingMapGetWorkspaceSize(
    const aclTensor *permutedTokens, const aclTensor *sortedIndices, ACLNN_OPTIONAL const aclTensor *routingMapOptional,
    ACLNN_OPTIONAL const aclTensor *probsOptional, bool paddedMode,
    ACLNN_OPTIONAL const aclIntArray *restoreShapeOptional, ACLNN_OUT aclTensor *unpermutedTokens,
    ACLNN_OUT aclTensor *outIndex, ACLNN_OUT aclTensor *permuteTokenId,
    ACLNN_OPTIONAL ACLNN_OUT aclTensor *permuteProbs, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteWithRoutingMap(void *workspace, uint64_t workspaceSize,
                                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
