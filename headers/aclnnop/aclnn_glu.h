/* Gated linear unit: the first half of self along dim times the sigmoid of the second. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GLU_H
#define PYACLNN_ACLNNOP_ACLNN_GLU_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGluGetWorkspaceSize(const aclTensor *self, int64_t dim, ACLNN_OUT const aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGlu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
