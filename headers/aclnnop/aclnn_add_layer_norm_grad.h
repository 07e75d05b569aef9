/* Gradient of aclnnAddLayerNorm. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADD_LAYER_NORM_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_ADD_LAYER_NORM_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddLayerNormGradGetWorkspaceSize(const aclTensor *dy, const aclTensor *x1,
                                                            const aclTensor *x2, const aclTensor *rstd,
                                                            const aclTensor *mean, const aclTensor *gamma,
                                                            ACLNN_OPTIONAL const aclTensor *dsumOptional,
                                                            ACLNN_OUT const aclTensor *dxOut,
                                                            ACLNN_OUT const aclTensor *dgammaOut,
                                                            ACLNN_OUT const aclTensor *dbetaOut,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddLayerNormGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
