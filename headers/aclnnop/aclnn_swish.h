/* x * sigmoid(beta x). */
#ifndef PYACLNN_ACLNNOP_ACLNN_SWISH_H
#define PYACLNN_ACLNNOP_ACLNN_SWISH_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSwishGetWorkspaceSize(const aclTensor *self, ACLNN_OPTIONAL const aclScalar *betaOptional,
                                                 ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSwish(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
