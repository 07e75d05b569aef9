/* Matrix products for groups of tokens, then the weighted sum over experts. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedMatmulFinalizeRoutingGetWorkspaceSize(
    const aclTensor *x, aclTensor *w, ACLNN_OPTIONAL const aclTensor *scaleOptional,
    ACLNN_OPTIONAL const aclTensor *biasOptional, ACLNN_OPTIONAL const aclTensor *pertokenScaleOptional,
    ACLNN_OPTIONAL const aclTensor *groupListOptional, ACLNN_OPTIONAL const aclTensor *sharedInputOptional,
    ACLNN_OPTIONAL const aclTensor *logitOptional, ACLNN_OPTIONAL const aclTensor *rowIndexOptional, int64_t dtype,
    float sharedInputWeight, int64_t sharedInputOffset, bool transposeX, bool transposeW, int64_t groupListType,
    ACLNN_OUT aclTensor *y, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedMatmulFinalizeRouting(void *workspace, uint64_t workspaceSize,
                                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
