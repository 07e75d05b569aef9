/* Sinkhorn's iteration on a matrix of costs. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SINKHORN_H
#define PYACLNN_ACLNNOP_ACLNN_SINKHORN_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSinkhornGetWorkspaceSize(const aclTensor *cost, ACLNN_OPTIONAL const aclScalar *tol,
                                                    ACLNN_OUT aclTensor *p, uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSinkhorn(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
