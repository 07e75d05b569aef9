/* Cross entropy of probabilities and targets between 0 and 1. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_H
#define PYACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBinaryCrossEntropyGetWorkspaceSize(const aclTensor *self, const aclTensor *target,
                                                              ACLNN_OPTIONAL const aclTensor *weight, int64_t reduction,
                                                              ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBinaryCrossEntropy(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
