/* Quantization by blocks, with the scale of each. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DYNAMIC_BLOCK_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_DYNAMIC_BLOCK_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: minScale. */
ACLNN_API aclnnStatus aclnnDynamicBlockQuantGetWorkspaceSize(const aclTensor *x, double minScale,
                                                             ACLNN_OPTIONAL char *roundModeOptional, int64_t dstType,
                                                             int64_t rowBlockSize, int64_t colBlockSize,
                                                             ACLNN_OUT const aclTensor *yOut,
                                                             ACLNN_OUT const aclTensor *scaleOut,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDynamicBlockQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
