/* Matrix with ones on its diagonal. */
#ifndef PYACLNN_ACLNNOP_ACLNN_EYE_H
#define PYACLNN_ACLNNOP_ACLNN_EYE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnEyeGetWorkspaceSize(int64_t n, int64_t m, ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnEye(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
