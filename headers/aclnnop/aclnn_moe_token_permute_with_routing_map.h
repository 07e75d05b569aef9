/* Orders tokens by a map of tokens and experts. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_WITH_ROUTING_MAP_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_WITH_ROUTING_MAP_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeTokenPermuteWithRoutingMapGetWorkspaceSize(
    const aclTensor *tokens, const aclTensor *routingMap, ACLNN_OPTIONAL const aclTensor *probsOptional,
    int64_t numOutTokens, bool dropAndPad, ACLNN_OUT aclTensor *permuteTokensOut,
    ACLNN_OPTIONAL ACLNN_OUT aclTensor *permuteProbsOutOptional, ACLNN_OUT aclTensor *sortedIndicesOut,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeTokenPermuteWithRoutingMap(void *workspace, uint64_t workspaceSize,
                                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
