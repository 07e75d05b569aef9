/* self * log(other), with a scalar self. */
#ifndef PYACLNN_ACLNNOP_ACLNN_X_LOG_Y_SCALAR_SELF_H
#define PYACLNN_ACLNNOP_ACLNN_X_LOG_Y_SCALAR_SELF_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnXLogYScalarSelfGetWorkspaceSize(const aclScalar *self, const aclTensor *other,
                                                           ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnXLogYScalarSelf(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
