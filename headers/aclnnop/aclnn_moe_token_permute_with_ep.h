/* Orders the tokens for the experts of one rank. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_WITH_EP_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_WITH_EP_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeTokenPermuteWithEpGetWorkspaceSize(const aclTensor *tokens, const aclTensor *indices,
                                                                 ACLNN_OPTIONAL const aclTensor *probsOptional,
                                                                 ACLNN_OPTIONAL const aclIntArray *rangeOptional,
                                                                 int64_t numOutTokens, bool paddedMode,
                                                                 ACLNN_OUT const aclTensor *permuteTokensOut,
                                                                 ACLNN_OUT const aclTensor *sortedIndicesOut,
                                                                 ACLNN_OUT const aclTensor *permuteProbsOut,
                                                                 uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeTokenPermuteWithEp(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
