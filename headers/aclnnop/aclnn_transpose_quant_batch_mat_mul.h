/* Products of batches of quantized matrices with dimensions permuted. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TRANSPOSE_QUANT_BATCH_MAT_MUL_H
#define PYACLNN_ACLNNOP_ACLNN_TRANSPOSE_QUANT_BATCH_MAT_MUL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnTransposeQuantBatchMatMulGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                                     ACLNN_OPTIONAL const aclTensor *bias,
                                                                     const aclTensor *x1Scale, const aclTensor *x2Scale,
                                                                     int32_t dtype, int64_t groupSize,
                                                                     const aclIntArray *permX1,
                                                                     const aclIntArray *permX2,
                                                                     const aclIntArray *permY, int32_t batchSplitFactor,
                                                                     ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                                     aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTransposeQuantBatchMatMul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

ACLNN_API aclnnStatus aclnnTransposeQuantBatchMatMulWeightNzGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                                             ACLNN_OPTIONAL const aclTensor *bias,
                                                                             const aclTensor *x1Scale,
                                                                             const aclTensor *x2Scale, int32_t dtype,
                                                                             int64_t groupSize,
                                                                             const aclIntArray *permX1,
                                                                             const aclIntArray *permX2,
                                                                             const aclIntArray *permY,
                                                                             int32_t batchSplitFactor,
                                                                             ACLNN_OUT aclTensor *out,
                                                                             uint64_t *workspaceSize,
                                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTransposeQuantBatchMatMulWeightNz(void *workspace, uint64_t workspaceSize,
                                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
