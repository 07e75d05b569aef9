/* Logarithm to base 2 of the sum of powers of 2. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LOGADDEXP2_H
#define PYACLNN_ACLNNOP_ACLNN_LOGADDEXP2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLogAddExp2GetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                      ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLogAddExp2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
