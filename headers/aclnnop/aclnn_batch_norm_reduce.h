/* Sum and sum of squares of each channel. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_REDUCE_H
#define PYACLNN_ACLNNOP_ACLNN_BATCH_NORM_REDUCE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBatchNormReduceGetWorkspaceSize(const aclTensor *x, ACLNN_OUT aclTensor *sum,
                                                           ACLNN_OUT aclTensor *squareSum, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBatchNormReduce(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
