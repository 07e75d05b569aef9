/* Quantizes x, multiplies it by quantized weights, dequantizes the result. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_DEQUANT_H
#define PYACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_DEQUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnQuantMatmulDequantGetWorkspaceSize(const aclTensor *x, const aclTensor *weight,
                                                              ACLNN_OPTIONAL const aclTensor *weightScale,
                                                              ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                              ACLNN_OPTIONAL const aclTensor *xScaleOptional,
                                                              ACLNN_OPTIONAL const aclTensor *xOffsetOptional,
                                                              ACLNN_OPTIONAL const aclTensor *smoothScaleOptional,
                                                              char *xQuantMode, bool transposeWeight,
                                                              ACLNN_OUT const aclTensor *out, uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnQuantMatmulDequant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
