/* Orders tokens by expert, with the order taken. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeTokenPermuteGetWorkspaceSize(const aclTensor *tokens, const aclTensor *indices,
                                                           int64_t numOutTokens, bool paddedMode,
                                                           ACLNN_OUT const aclTensor *permuteTokensOut,
                                                           ACLNN_OUT const aclTensor *sortedIndicesOut,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeTokenPermute(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
