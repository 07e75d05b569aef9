/* How many tokens there are up to each expert. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_COMPUTE_EXPERT_TOKENS_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_COMPUTE_EXPERT_TOKENS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeComputeExpertTokensGetWorkspaceSize(const aclTensor *sortedExperts, int64_t numExperts,
                                                                  ACLNN_OUT const aclTensor *totalRowsBeforeExpertOut,
                                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeComputeExpertTokens(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
