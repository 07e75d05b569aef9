/* Waits until all ranks have arrived. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DISTRIBUTE_BARRIER_H
#define PYACLNN_ACLNNOP_ACLNN_DISTRIBUTE_BARRIER_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDistributeBarrierGetWorkspaceSize(ACLNN_INOUT aclTensor *xRef, const char *group,
                                                             int64_t worldSize, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDistributeBarrier(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
