/* Greatest common divisor. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GCD_H
#define PYACLNN_ACLNNOP_ACLNN_GCD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGcdGetWorkspaceSize(const aclTensor *self, const aclTensor *other, ACLNN_OUT aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGcd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
