/* Gradient of aclnnGlu. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GLU_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_GLU_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGluBackwardGetWorkspaceSize(const aclTensor *gradOut, const aclTensor *self, int64_t dim,
                                                       ACLNN_OUT const aclTensor *out, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGluBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
