/* Dequantizes query, key and value, rotates them, and quantizes key and value into the cache. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DEQUANT_ROPE_QUANT_KVCACHE_H
#define PYACLNN_ACLNNOP_ACLNN_DEQUANT_ROPE_QUANT_KVCACHE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDequantRopeQuantKvcacheGetWorkspaceSize(
    const aclTensor *x, const aclTensor *cos, const aclTensor *sin, ACLNN_INOUT const aclTensor *kCacheRef,
    ACLNN_INOUT const aclTensor *vCacheRef, const aclTensor *indices, const aclTensor *scaleK, const aclTensor *scaleV,
    ACLNN_OPTIONAL const aclTensor *offsetKOptional, ACLNN_OPTIONAL const aclTensor *offsetVOptional,
    ACLNN_OPTIONAL const aclTensor *weightScaleOptional, ACLNN_OPTIONAL const aclTensor *activationScaleOptional,
    ACLNN_OPTIONAL const aclTensor *biasOptional, const aclIntArray *sizeSplits, ACLNN_OPTIONAL char *quantModeOptional,
    ACLNN_OPTIONAL char *layoutOptional, bool kvOutput, ACLNN_OPTIONAL char *cacheModeOptional,
    ACLNN_OUT const aclTensor *qOut, ACLNN_OUT const aclTensor *kOut, ACLNN_OUT const aclTensor *vOut,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDequantRopeQuantKvcache(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
