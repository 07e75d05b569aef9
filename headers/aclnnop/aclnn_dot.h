/* Inner product of two vectors. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DOT_H
#define PYACLNN_ACLNNOP_ACLNN_DOT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDotGetWorkspaceSize(const aclTensor *self, const aclTensor *tensor, ACLNN_OUT aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDot(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
