/* Batch normalization, with running statistics. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBatchNormGetWorkspaceSize(const aclTensor *input, ACLNN_OPTIONAL const aclTensor *weight,
                                                     ACLNN_OPTIONAL const aclTensor *bias,
                                                     ACLNN_OPTIONAL ACLNN_INOUT aclTensor *runningMean,
                                                     ACLNN_OPTIONAL ACLNN_INOUT aclTensor *runningVar, bool training,
                                                     double momentum, double eps, ACLNN_OUT aclTensor *output,
                                                     ACLNN_OUT aclTensor *saveMean, ACLNN_OUT aclTensor *saveInvstd,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBatchNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
