/* Gradient of aclnnBinaryCrossEntropy. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                                      const aclTensor *self, const aclTensor *target,
                                                                      ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                                      int64_t reduction, ACLNN_OUT aclTensor *out,
                                                                      uint64_t *workspaceSize,
                                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
