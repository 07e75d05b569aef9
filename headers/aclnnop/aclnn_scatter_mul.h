/* Multiplies slices of varRef by updates: varRef[indices] *= updates. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCATTER_MUL_H
#define PYACLNN_ACLNNOP_ACLNN_SCATTER_MUL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnScatterMulGetWorkspaceSize(ACLNN_INOUT aclTensor *varRef, const aclTensor *indices,
                                                      const aclTensor *updates, bool useLocking,
                                                      uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnScatterMul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
