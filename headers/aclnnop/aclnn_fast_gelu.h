/* Approximate Gaussian error linear unit: x / (1 + exp(-1.702 x)). */
#ifndef PYACLNN_ACLNNOP_ACLNN_FAST_GELU_H
#define PYACLNN_ACLNNOP_ACLNN_FAST_GELU_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFastGeluGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFastGelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
