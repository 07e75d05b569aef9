/* Layer normalization of x, scaled by 1 + scale and moved by shift. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADA_LAYER_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_ADA_LAYER_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAdaLayerNormGetWorkspaceSize(const aclTensor *x, const aclTensor *scale,
                                                        const aclTensor *shift,
                                                        ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                        ACLNN_OPTIONAL const aclTensor *biasOptional, double epsilon,
                                                        ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAdaLayerNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
