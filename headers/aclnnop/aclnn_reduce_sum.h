/* Sum over dims; over all of them where dims is empty. */
#ifndef PYACLNN_ACLNNOP_ACLNN_REDUCE_SUM_H
#define PYACLNN_ACLNNOP_ACLNN_REDUCE_SUM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnReduceSumGetWorkspaceSize(const aclTensor *self, const aclIntArray *dims, bool keepDims,
                                                     aclDataType dtype, ACLNN_OUT aclTensor *out,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnReduceSum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
