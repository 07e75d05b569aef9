/* Sign and logarithm of the determinant of each matrix. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SLOGDET_H
#define PYACLNN_ACLNNOP_ACLNN_SLOGDET_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSlogdetGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *signOut,
                                                   ACLNN_OUT aclTensor *logOut, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSlogdet(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
