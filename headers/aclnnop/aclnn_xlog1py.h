/* x * log(1 + y), 0 where x is 0. */
#ifndef PYACLNN_ACLNNOP_ACLNN_XLOG1PY_H
#define PYACLNN_ACLNNOP_ACLNN_XLOG1PY_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnXlog1pyGetWorkspaceSize(const aclTensor *x, const aclTensor *y, ACLNN_OUT const aclTensor *z,
                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnXlog1py(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
