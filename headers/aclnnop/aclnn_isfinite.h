/* Whether elements are neither infinite nor NaN. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ISFINITE_H
#define PYACLNN_ACLNNOP_ACLNN_ISFINITE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIsFiniteGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIsFinite(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
