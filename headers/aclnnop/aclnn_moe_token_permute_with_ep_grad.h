/* Gradient of aclnnMoeTokenPermuteWithEp. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_WITH_EP_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_WITH_EP_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeTokenPermuteWithEpGradGetWorkspaceSize(
    const aclTensor *permutedTokensOutputGrad, const aclTensor *sortedIndices,
    ACLNN_OPTIONAL const aclTensor *permutedProbsOutputGradOptional, int64_t numTopk,
    ACLNN_OPTIONAL const aclIntArray *rangeOptional, bool paddedMode, ACLNN_OUT const aclTensor *tokenGradOut,
    ACLNN_OUT const aclTensor *probsGradOut, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeTokenPermuteWithEpGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
