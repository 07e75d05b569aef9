/* Gradient of aclnnMoeTokenUnpermuteWithRoutingMap. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_ROUTING_MAP_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_ROUTING_MAP_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteWithRoutingMapGradGetWorkspaceSize(
    const aclTensor *unpermutedTokensGrad, const aclTensor *outIndex, const aclTensor *permuteTokenId,
    ACLNN_OPTIONAL const aclTensor *routingMapOptional, ACLNN_OPTIONAL const aclTensor *permutedTokensOptional,
    ACLNN_OPTIONAL const aclTensor *probsOptional, bool dropAndPad,
    ACLNN_OPTIONAL const aclIntArray *restoreShapeOptional, ACLNN_OUT const aclTensor *permutedTokensGradOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *probsGradOutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteWithRoutingMapGrad(void *workspace, uint64_t workspaceSize,
                                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
