/* Root mean square normalization with a weight of 1 + gamma. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GEMMA_RMS_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_GEMMA_RMS_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: epsilon. */
ACLNN_API aclnnStatus aclnnGemmaRmsNormGetWorkspaceSize(const aclTensor *x, const aclTensor *gamma, double epsilon,
                                                        ACLNN_OUT const aclTensor *yOut,
                                                        ACLNN_OUT const aclTensor *rstdOut, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGemmaRmsNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
