/* Product of two halves, the gate bounded by tanh. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SITU_GLU_H
#define PYACLNN_ACLNNOP_ACLNN_SITU_GLU_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: beta, linearBeta. */
ACLNN_API aclnnStatus aclnnSituGluGetWorkspaceSize(const aclTensor *x, int64_t dim, double beta, double linearBeta,
                                                   bool activateLeft, ACLNN_OUT const aclTensor *out,
                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSituGlu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
