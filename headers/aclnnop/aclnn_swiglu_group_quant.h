/* Gated activation of groups of rows, then quantization. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SWIGLU_GROUP_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_SWIGLU_GROUP_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: clampLimit, dstTypeMax. */
ACLNN_API aclnnStatus aclnnSwigluGroupQuantGetWorkspaceSize(const aclTensor *x,
                                                            ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                            ACLNN_OPTIONAL const aclTensor *groupIndexOptional,
                                                            ACLNN_OPTIONAL const aclTensor *scaleOptional,
                                                            int64_t dstType, int64_t quantMode, int64_t blockSize,
                                                            bool roundScale, double clampLimit, double dstTypeMax,
                                                            bool outputOrigin, ACLNN_OUT const aclTensor *yOut,
                                                            ACLNN_OUT const aclTensor *yScaleOut,
                                                            ACLNN_OUT const aclTensor *yOriginOut,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSwigluGroupQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
