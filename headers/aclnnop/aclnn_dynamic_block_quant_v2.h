/* Second version of aclnnDynamicBlockQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DYNAMIC_BLOCK_QUANT_V2_H
#define PYACLNN_ACLNNOP_ACLNN_DYNAMIC_BLOCK_QUANT_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: minScale, dstTypeMax. */
ACLNN_API aclnnStatus aclnnDynamicBlockQuantV2GetWorkspaceSize(const aclTensor *x, double minScale,
                                                               ACLNN_OPTIONAL char *roundModeOptional, int64_t dstType,
                                                               int64_t rowBlockSize, int64_t colBlockSize,
                                                               double dstTypeMax, ACLNN_OUT const aclTensor *yOut,
                                                               ACLNN_OUT const aclTensor *scaleOut,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDynamicBlockQuantV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
