/* Derivative of the logarithm of the gamma function. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DIGAMMA_H
#define PYACLNN_ACLNNOP_ACLNN_DIGAMMA_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDigammaGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDigamma(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
