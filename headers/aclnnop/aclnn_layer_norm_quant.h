/* Layer normalization, then quantization. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LAYER_NORM_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_LAYER_NORM_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLayerNormQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *gammma,
                                                          const aclTensor *beta, const aclTensor *scale,
                                                          ACLNN_OPTIONAL const aclTensor *zeroPointsOptional,
                                                          int quantMode, double epsilon, ACLNN_OUT aclTensor *res,
                                                          ACLNN_OUT aclTensor *scaleOut, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLayerNormQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
