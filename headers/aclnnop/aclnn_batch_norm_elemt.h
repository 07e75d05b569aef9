/* Batch normalization with given mean and 1 / standard deviation. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_ELEMT_H
#define PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_ELEMT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBatchNormElemtGetWorkspaceSize(const aclTensor *input,
                                                          ACLNN_OPTIONAL const aclTensor *weight,
                                                          ACLNN_OPTIONAL const aclTensor *bias, aclTensor *mean,
                                                          aclTensor *invstd, double eps, ACLNN_OUT aclTensor *output,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBatchNormElemt(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
