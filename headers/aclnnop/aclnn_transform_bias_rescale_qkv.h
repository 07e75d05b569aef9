/* Adds biases to query, key and value, splits the heads and scales the query. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TRANSFORM_BIAS_RESCALE_QKV_H
#define PYACLNN_ACLNNOP_ACLNN_TRANSFORM_BIAS_RESCALE_QKV_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnTransformBiasRescaleQkvGetWorkspaceSize(const aclTensor *qkv, const aclTensor *qkvBias,
                                                                   int64_t numHeads, ACLNN_OUT const aclTensor *qOut,
                                                                   ACLNN_OUT const aclTensor *kOut,
                                                                   ACLNN_OUT const aclTensor *vOut,
                                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTransformBiasRescaleQkv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
