/* Layer normalization of the sum of two tensors. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADD_LAYER_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_ADD_LAYER_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: epsilon. */
ACLNN_API aclnnStatus aclnnAddLayerNormGetWorkspaceSize(ACLNN_OPTIONAL const aclTensor *x1,
                                                        ACLNN_OPTIONAL const aclTensor *x2, const aclTensor *gamma,
                                                        const aclTensor *beta,
                                                        ACLNN_OPTIONAL const aclTensor *biasOptional, double epsilon,
                                                        bool additionalOutput, ACLNN_OUT const aclTensor *yOut,
                                                        ACLNN_OPTIONAL ACLNN_OUT const aclTensor *meanOut,
                                                        ACLNN_OUT const aclTensor *rstdOut,
                                                        ACLNN_OUT const aclTensor *xOut, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddLayerNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
