/* Splits a weight into parts of lower precision whose products add up. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MATMUL_EMU_SPLIT_WEIGHT_H
#define PYACLNN_ACLNNOP_ACLNN_MATMUL_EMU_SPLIT_WEIGHT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMatmulEmuSplitWeightGetWorkspaceSize(const aclTensor *x, const aclTensor *wHigh,
                                                                const aclTensor *wLow, ACLNN_OUT const aclTensor *y,
                                                                float wLowScale, int8_t yDtype, uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMatmulEmuSplitWeight(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
