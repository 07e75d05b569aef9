/* Second version of aclnnDistributeBarrier. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DISTRIBUTE_BARRIER_V2_H
#define PYACLNN_ACLNNOP_ACLNN_DISTRIBUTE_BARRIER_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDistributeBarrierV2GetWorkspaceSize(ACLNN_INOUT const aclTensor *xRef,
                                                               const aclTensor *timeOut, const aclTensor *elasticInfo,
                                                               const char *group, int64_t worldSize,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDistributeBarrierV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
