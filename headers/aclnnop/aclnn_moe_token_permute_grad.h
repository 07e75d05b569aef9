/* Gradient of aclnnMoeTokenPermute. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeTokenPermuteGradGetWorkspaceSize(const aclTensor *permutedOutputGrad,
                                                               const aclTensor *sortedIndices, int64_t numTopk,
                                                               bool paddedMode, ACLNN_OUT aclTensor *out,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeTokenPermuteGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
