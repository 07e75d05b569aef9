/* Quantized matrix product with compressed weights. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MATMUL_COMPRESS_DEQUANT_H
#define PYACLNN_ACLNNOP_ACLNN_MATMUL_COMPRESS_DEQUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMatmulCompressDequantGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                                 const aclTensor *compressIndex, const aclTensor *bias,
                                                                 const aclTensor *deqScale,
                                                                 ACLNN_OPTIONAL const aclTensor *offsetW, int offsetX,
                                                                 const aclIntArray *compressInfo,
                                                                 ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMatmulCompressDequant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
