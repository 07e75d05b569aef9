/* Gradient of aclnnMoeTokenUnpermuteWithEp. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_EP_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_EP_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteWithEpGradGetWorkspaceSize(
    const aclTensor *unpermutedTokensGrad, const aclTensor *sortedIndices,
    ACLNN_OPTIONAL const aclTensor *permutedTokensOptional, ACLNN_OPTIONAL const aclTensor *probsOptional,
    bool paddedMode, ACLNN_OPTIONAL const aclIntArray *restoreShapeOptional,
    ACLNN_OPTIONAL const aclIntArray *rangeOptional, int64_t topkNum, ACLNN_OUT const aclTensor *permutedTokensGradOut,
    ACLNN_OUT const aclTensor *probsGradOut, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteWithEpGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
