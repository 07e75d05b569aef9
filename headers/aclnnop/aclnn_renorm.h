/* Scales slices down to a largest norm. */
#ifndef PYACLNN_ACLNNOP_ACLNN_RENORM_H
#define PYACLNN_ACLNNOP_ACLNN_RENORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRenormGetWorkspaceSize(const aclTensor *self, const aclScalar *p, int64_t dim,
                                                  const aclScalar *maxNorm, ACLNN_OUT aclTensor *out,
                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRenorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceRenormGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, const aclScalar *p,
                                                         int64_t dim, const aclScalar *maxNorm, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceRenorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
