/* Logarithm of the sum of exponentials over some dimensions. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LOGSUMEXP_H
#define PYACLNN_ACLNNOP_ACLNN_LOGSUMEXP_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLogSumExpGetWorkspaceSize(const aclTensor *self, const aclIntArray *dim, bool keepDim,
                                                     ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLogSumExp(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
