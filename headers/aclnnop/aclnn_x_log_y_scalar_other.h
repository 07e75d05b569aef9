/* self * log(other), with a scalar other. */
#ifndef PYACLNN_ACLNNOP_ACLNN_X_LOG_Y_SCALAR_OTHER_H
#define PYACLNN_ACLNNOP_ACLNN_X_LOG_Y_SCALAR_OTHER_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnXLogYScalarOtherGetWorkspaceSize(const aclTensor *self, const aclScalar *other,
                                                            ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnXLogYScalarOther(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceXLogYScalarOtherGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef,
                                                                   const aclScalar *other, uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceXLogYScalarOther(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
