/* Products of quantized matrices, batch by batch. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BATCHMATMUL_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_BATCHMATMUL_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBatchMatmulQuantGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                            const aclTensor *quantParam,
                                                            ACLNN_OPTIONAL const aclTensor *bias, bool transposeX1,
                                                            bool transposeX2, ACLNN_OUT aclTensor *out,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBatchMatmulQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
