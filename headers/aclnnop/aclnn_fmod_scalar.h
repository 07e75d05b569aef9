/* Remainder of division by a scalar, with the sign of the dividend. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FMOD_SCALAR_H
#define PYACLNN_ACLNNOP_ACLNN_FMOD_SCALAR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFmodScalarGetWorkspaceSize(const aclTensor *self, const aclScalar *other,
                                                      ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFmodScalar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceFmodScalarGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, const aclScalar *other,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceFmodScalar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
