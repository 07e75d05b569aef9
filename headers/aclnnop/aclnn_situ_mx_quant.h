/* Gated activation bounded by tanh, then quantization in microscaling blocks. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SITU_MX_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_SITU_MX_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: beta, linearBeta. */
ACLNN_API aclnnStatus aclnnSituMxQuantGetWorkspaceSize(const aclTensor *x, double beta, double linearBeta,
                                                       bool activateLeft, int64_t axis, int64_t dstType,
                                                       ACLNN_OPTIONAL char *roundModeOptional,
                                                       ACLNN_OUT const aclTensor *yOut,
                                                       ACLNN_OUT const aclTensor *yScaleOut, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSituMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
