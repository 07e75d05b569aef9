/* Logarithm of the sum over some dimensions. */
#ifndef PYACLNN_ACLNNOP_ACLNN_REDUCE_LOG_SUM_H
#define PYACLNN_ACLNNOP_ACLNN_REDUCE_LOG_SUM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnReduceLogSumGetWorkspaceSize(const aclTensor *data, const aclIntArray *axes, bool keepDims,
                                                        bool noopWithEmptyAxes, ACLNN_OUT aclTensor *reduce,
                                                        uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnReduceLogSum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
