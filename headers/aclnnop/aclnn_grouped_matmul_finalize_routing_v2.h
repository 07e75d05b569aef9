/* Second version of aclnnGroupedMatmulFinalizeRouting. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_V2_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedMatmulFinalizeRoutingV2GetWorkspaceSize(
    const aclTensor *x1, aclTensor *x2, ACLNN_OPTIONAL const aclTensor *scaleOptional,
    ACLNN_OPTIONAL const aclTensor *biasOptional, ACLNN_OPTIONAL const aclTensor *offsetOptional,
    ACLNN_OPTIONAL const aclTensor *antiquantScaleOptional, ACLNN_OPTIONAL const aclTensor *antiquantOffsetOptional,
    ACLNN_OPTIONAL const aclTensor *pertokenScaleOptional, ACLNN_OPTIONAL const aclTensor *groupListOptional,
    ACLNN_OPTIONAL const aclTensor *sharedInputOptional, ACLNN_OPTIONAL const aclTensor *logitOptional,
    ACLNN_OPTIONAL const aclTensor *rowIndexOptional, int64_t dtype, float sharedInputWeight, int64_t sharedInputOffset,
    bool transposeX1, bool transposeX2, int64_t groupListType, ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedMatmulFinalizeRoutingV2(void *workspace, uint64_t workspaceSize,
                                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
