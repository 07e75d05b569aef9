/* Second version of aclnnAdaLayerNorm. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADA_LAYER_NORM_V2_H
#define PYACLNN_ACLNNOP_ACLNN_ADA_LAYER_NORM_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAdaLayerNormV2GetWorkspaceSize(const aclTensor *x, const aclTensor *scale,
                                                          const aclTensor *shift,
                                                          ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                          ACLNN_OPTIONAL const aclTensor *biasOptional, double epsilon,
                                                          ACLNN_OUT aclTensor *out,
                                                          ACLNN_OPTIONAL ACLNN_OUT aclTensor *meanOutOptional,
                                                          ACLNN_OPTIONAL ACLNN_OUT aclTensor *rstdOutOptional,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAdaLayerNormV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
