/* Products of batches of matrices with dimensions permuted before and after. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TRANSPOSE_BATCH_MAT_MUL_H
#define PYACLNN_ACLNNOP_ACLNN_TRANSPOSE_BATCH_MAT_MUL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnTransposeBatchMatMulGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                                ACLNN_OPTIONAL const aclTensor *bias,
                                                                ACLNN_OPTIONAL const aclTensor *scale,
                                                                const aclIntArray *permX1, const aclIntArray *permX2,
                                                                const aclIntArray *permY, int8_t cubeMathType,
                                                                const int32_t batchSplitFactor,
                                                                ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTransposeBatchMatMul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

ACLNN_API aclnnStatus aclnnTransposeBatchMatMulWeightNzGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                                        ACLNN_OPTIONAL const aclTensor *bias,
                                                                        ACLNN_OPTIONAL const aclTensor *scale,
                                                                        const aclIntArray *permX1,
                                                                        const aclIntArray *permX2,
                                                                        const aclIntArray *permY, int8_t cubeMathType,
                                                                        const int32_t batchSplitFactor,
                                                                        ACLNN_OUT aclTensor *out,
                                                                        uint64_t *workspaceSize,
                                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTransposeBatchMatMulWeightNz(void *workspace, uint64_t workspaceSize,
                                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
