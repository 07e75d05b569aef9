/* Sum of the diagonal. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TRACE_H
#define PYACLNN_ACLNNOP_ACLNN_TRACE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnTraceGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTrace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
