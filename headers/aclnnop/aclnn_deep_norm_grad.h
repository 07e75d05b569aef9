/* Gradient of aclnnDeepNorm. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DEEP_NORM_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_DEEP_NORM_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: alpha. */
ACLNN_API aclnnStatus aclnnDeepNormGradGetWorkspaceSize(const aclTensor *dy, const aclTensor *x, const aclTensor *gx,
                                                        const aclTensor *gamma, const aclTensor *mean,
                                                        const aclTensor *rstd, double alpha,
                                                        ACLNN_OUT const aclTensor *dxOut,
                                                        ACLNN_OUT const aclTensor *dgxOut,
                                                        ACLNN_OUT const aclTensor *dbetaOut,
                                                        ACLNN_OUT const aclTensor *dgammaOut, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDeepNormGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
