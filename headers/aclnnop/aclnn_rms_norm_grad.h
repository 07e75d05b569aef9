/* Gradient of aclnnRmsNorm. */
#ifndef PYACLNN_ACLNNOP_ACLNN_RMS_NORM_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_RMS_NORM_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRmsNormGradGetWorkspaceSize(const aclTensor *dy, const aclTensor *x, const aclTensor *rstd,
                                                       const aclTensor *gamma, ACLNN_OUT const aclTensor *dxOut,
                                                       ACLNN_OUT const aclTensor *dgammaOut, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRmsNormGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
