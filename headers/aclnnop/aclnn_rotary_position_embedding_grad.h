/* Gradient of aclnnRotaryPositionEmbedding. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRotaryPositionEmbeddingGradGetWorkspaceSize(
    const aclTensor *dy, const aclTensor *cos, const aclTensor *sin, ACLNN_OPTIONAL const aclTensor *xOptional,
    int64_t mode, ACLNN_OUT const aclTensor *dxOut, ACLNN_OPTIONAL ACLNN_OUT const aclTensor *dcosOut,
    ACLNN_OPTIONAL ACLNN_OUT const aclTensor *dsinOut, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRotaryPositionEmbeddingGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
