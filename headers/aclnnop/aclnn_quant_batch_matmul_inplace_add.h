/* Adds a quantized matrix product to y, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QUANT_BATCH_MATMUL_INPLACE_ADD_H
#define PYACLNN_ACLNNOP_ACLNN_QUANT_BATCH_MATMUL_INPLACE_ADD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnQuantBatchMatmulInplaceAddGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                                      ACLNN_OPTIONAL const aclTensor *x1ScaleOptional,
                                                                      const aclTensor *x2Scale,
                                                                      ACLNN_INOUT aclTensor *yRef, bool transposeX1,
                                                                      bool transposeX2, int64_t groupSize,
                                                                      uint64_t *workspaceSize,
                                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnQuantBatchMatmulInplaceAdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
