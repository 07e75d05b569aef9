/* Second version of aclnnGroupedMatmulFinalizeRoutingWeightNz. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_WEIGHT_NZ_V2_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_WEIGHT_NZ_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedMatmulFinalizeRoutingWeightNzV2GetWorkspaceSize(
    const aclTensor *x1, aclTensor *x2, const aclTensor *scale, ACLNN_OPTIONAL const aclTensor *bias,
    ACLNN_OPTIONAL const aclTensor *offsetOptional, ACLNN_OPTIONAL const aclTensor *antiquantScaleOptional,
    ACLNN_OPTIONAL const aclTensor *antiquantOffsetOptional, ACLNN_OPTIONAL const aclTensor *pertokenScaleOptional,
    const aclTensor *groupList, const aclTensor *sharedInput, const aclTensor *logit, const aclTensor *rowIndex,
    int64_t dtype, float sharedInputWeight, int64_t sharedInputOffset, bool transposeX1, bool transposeX2,
    int64_t groupListType, ACLNN_OPTIONAL const aclIntArray *tuningConfigOptional, ACLNN_OUT aclTensor *out,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedMatmulFinalizeRoutingWeightNzV2(void *workspace, uint64_t workspaceSize,
                                                                  aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
