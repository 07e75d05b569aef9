/* Elements of one tensor or the other by a condition. */
#ifndef PYACLNN_ACLNNOP_ACLNN_S_WHERE_H
#define PYACLNN_ACLNNOP_ACLNN_S_WHERE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSWhereGetWorkspaceSize(const aclTensor *condition, const aclTensor *self,
                                                  const aclTensor *other, ACLNN_OUT aclTensor *out,
                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSWhere(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
