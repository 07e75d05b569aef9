/* Puts the tokens of one rank's experts back in order. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_EP_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_EP_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteWithEpGetWorkspaceSize(
    const aclTensor *permutedTokens, const aclTensor *sortedIndices, ACLNN_OPTIONAL const aclTensor *probsOptional,
    int64_t numTopk, ACLNN_OPTIONAL const aclIntArray *rangeOptional, bool paddedMode,
    ACLNN_OPTIONAL const aclIntArray *restoreShapeOptional, ACLNN_OUT const aclTensor *unpermutedTokensOut,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteWithEp(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
