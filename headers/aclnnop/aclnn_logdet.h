/* Logarithm of the determinant of each matrix. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LOGDET_H
#define PYACLNN_ACLNNOP_ACLNN_LOGDET_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLogdetGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLogdet(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
