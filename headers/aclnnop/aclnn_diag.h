/* Diagonal of a matrix, or a matrix with a given diagonal. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DIAG_H
#define PYACLNN_ACLNNOP_ACLNN_DIAG_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDiagGetWorkspaceSize(const aclTensor *self, int64_t diagonal, ACLNN_OUT aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDiag(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
