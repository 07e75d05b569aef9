/* Elements by index into the flattened tensor. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TAKE_H
#define PYACLNN_ACLNNOP_ACLNN_TAKE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnTakeGetWorkspaceSize(const aclTensor *self, const aclTensor *index, ACLNN_OUT aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTake(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
