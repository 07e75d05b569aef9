/* Whether elements are infinite. */
#ifndef PYACLNN_ACLNNOP_ACLNN_IS_INF_H
#define PYACLNN_ACLNNOP_ACLNN_IS_INF_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIsInfGetWorkspaceSize(const aclTensor *x, ACLNN_OUT const aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIsInf(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
