/* Turns sums of quantized products into real numbers and adds a bias. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DEQUANT_BIAS_H
#define PYACLNN_ACLNNOP_ACLNN_DEQUANT_BIAS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDequantBiasGetWorkspaceSize(const aclTensor *x, const aclTensor *weightScale,
                                                       ACLNN_OPTIONAL const aclTensor *activateScaleOptional,
                                                       ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                       int64_t outputDtype, ACLNN_OUT const aclTensor *out,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDequantBias(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
