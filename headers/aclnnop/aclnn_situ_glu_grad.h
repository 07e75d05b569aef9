/* Gradient of aclnnSituGlu. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SITU_GLU_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_SITU_GLU_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: beta, linearBeta. */
ACLNN_API aclnnStatus aclnnSituGluGradGetWorkspaceSize(const aclTensor *gradY, const aclTensor *x, int64_t dim,
                                                       double beta, double linearBeta, bool activateLeft,
                                                       ACLNN_OUT const aclTensor *out, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSituGluGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
