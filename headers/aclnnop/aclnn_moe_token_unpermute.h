/* Puts tokens back in order and sums them with probabilities. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteGetWorkspaceSize(const aclTensor *permutedTokens,
                                                             const aclTensor *sortedIndices,
                                                             ACLNN_OPTIONAL const aclTensor *probsOptional,
                                                             bool paddedMode,
                                                             ACLNN_OPTIONAL const aclIntArray *restoreShapeOptional,
                                                             ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeTokenUnpermute(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
