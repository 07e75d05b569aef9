/* Divides slices at indices, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCATTER_DIV_H
#define PYACLNN_ACLNNOP_ACLNN_SCATTER_DIV_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnScatterDivGetWorkspaceSize(ACLNN_INOUT aclTensor *varRef, const aclTensor *indices,
                                                      const aclTensor *updates, bool useLocking,
                                                      uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnScatterDiv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
