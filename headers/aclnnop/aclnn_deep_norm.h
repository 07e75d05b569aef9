/* Layer normalization of alpha * x + gx. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DEEP_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_DEEP_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: alpha, epsilon. */
ACLNN_API aclnnStatus aclnnDeepNormGetWorkspaceSize(const aclTensor *x, const aclTensor *gx, const aclTensor *beta,
                                                    const aclTensor *gamma, double alpha, double epsilon,
                                                    ACLNN_OUT const aclTensor *meanOut,
                                                    ACLNN_OUT const aclTensor *rstdOut, ACLNN_OUT const aclTensor *yOut,
                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDeepNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
