/* Second version of aclnnWeightQuantBatchMatmul. */
#ifndef PYACLNN_ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V2_H
#define PYACLNN_ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnWeightQuantBatchMatmulV2GetWorkspaceSize(
    const aclTensor *x, const aclTensor *weight, const aclTensor *antiquantScale,
    ACLNN_OPTIONAL const aclTensor *antiquantOffsetOptional, ACLNN_OPTIONAL const aclTensor *quantScaleOptional,
    ACLNN_OPTIONAL const aclTensor *quantOffsetOptional, ACLNN_OPTIONAL const aclTensor *biasOptional,
    int antiquantGroupSize, ACLNN_OUT const aclTensor *y, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnWeightQuantBatchMatmulV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
