/* What the versions of aclnnDistributeBarrier share. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DISTRIBUTE_BARRIER_COMMON_H
#define PYACLNN_ACLNNOP_ACLNN_DISTRIBUTE_BARRIER_COMMON_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInnerDistributeBarrierGetWorkspaceSize(ACLNN_INOUT const aclTensor *xRef,
                                                                  const aclTensor *timeOut,
                                                                  const aclTensor *elasticInfo, const char *group,
                                                                  int64_t worldSize, uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInnerDistributeBarrier(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
