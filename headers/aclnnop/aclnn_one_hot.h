/* Rows with one 1 at each index. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ONE_HOT_H
#define PYACLNN_ACLNNOP_ACLNN_ONE_HOT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnOneHotGetWorkspaceSize(const aclTensor *self, int numClasses, const aclTensor *onValue,
                                                  const aclTensor *offValue, int64_t axis, ACLNN_OUT aclTensor *out,
                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnOneHot(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
