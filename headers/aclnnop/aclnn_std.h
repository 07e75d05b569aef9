/* Standard deviation over some dimensions. */
#ifndef PYACLNN_ACLNNOP_ACLNN_STD_H
#define PYACLNN_ACLNNOP_ACLNN_STD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnStdGetWorkspaceSize(const aclTensor *self, ACLNN_OPTIONAL const aclIntArray *dim,
                                               const int64_t correction, bool keepdim, ACLNN_OUT aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnStd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
