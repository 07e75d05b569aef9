/* Root mean square normalization, then quantization. */
#ifndef PYACLNN_ACLNNOP_ACLNN_RMS_NORM_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_RMS_NORM_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRmsNormQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *gamma,
                                                        const aclTensor *beta, const aclTensor *scale,
                                                        const aclTensor *offset, double epsilon, ACLNN_OUT aclTensor *y,
                                                        uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRmsNormQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
