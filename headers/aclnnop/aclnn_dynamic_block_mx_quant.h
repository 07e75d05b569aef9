/* Quantization in square microscaling blocks. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DYNAMIC_BLOCK_MX_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_DYNAMIC_BLOCK_MX_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: dstTypeMax. */
ACLNN_API aclnnStatus aclnnDynamicBlockMxQuantGetWorkspaceSize(const aclTensor *x,
                                                               ACLNN_OPTIONAL char *roundModeOptional, int64_t dstType,
                                                               int64_t scaleAlg, double dstTypeMax,
                                                               ACLNN_OUT const aclTensor *yOut,
                                                               ACLNN_OUT const aclTensor *scale1Out,
                                                               ACLNN_OUT const aclTensor *scale2Out,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDynamicBlockMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
