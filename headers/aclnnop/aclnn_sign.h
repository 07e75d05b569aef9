/* Sign of each element. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SIGN_H
#define PYACLNN_ACLNNOP_ACLNN_SIGN_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSignGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *result,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSign(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
