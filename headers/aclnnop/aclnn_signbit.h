/* Whether the sign bit is set. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SIGNBIT_H
#define PYACLNN_ACLNNOP_ACLNN_SIGNBIT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSignbitGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSignbit(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
