/* Gradient of aclnnRmsNorm, quantized. */
#ifndef PYACLNN_ACLNNOP_ACLNN_RMS_NORM_GRAD_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_RMS_NORM_GRAD_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRmsNormGradQuantGetWorkspaceSize(const aclTensor *dy, const aclTensor *x,
                                                            const aclTensor *rstd, const aclTensor *gamma,
                                                            const aclTensor *scalesX,
                                                            ACLNN_OPTIONAL const aclTensor *offsetXOptional,
                                                            const char *quantMode, bool divMode,
                                                            ACLNN_OUT aclTensor *dxOut, ACLNN_OUT aclTensor *dgammaOut,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRmsNormGradQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
