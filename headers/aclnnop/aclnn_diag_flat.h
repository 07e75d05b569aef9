/* Matrix with the flattened input as its diagonal. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DIAG_FLAT_H
#define PYACLNN_ACLNNOP_ACLNN_DIAG_FLAT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDiagFlatGetWorkspaceSize(const aclTensor *self, int64_t diagonal, ACLNN_OUT aclTensor *out,
                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDiagFlat(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
