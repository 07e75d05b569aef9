/* Gradient of aclnnBatchNormElemt from sums over all ranks. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_ELEMT_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_ELEMT_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBatchNormElemtBackwardGetWorkspaceSize(const aclTensor *gradOut, const aclTensor *input,
                                                                  const aclTensor *mean, const aclTensor *invstd,
                                                                  ACLNN_OPTIONAL const aclTensor *weight,
                                                                  const aclTensor *sumDy, const aclTensor *sumDyXmu,
                                                                  aclTensor *counter, ACLNN_OUT aclTensor *gradInput,
                                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBatchNormElemtBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
