/* Root mean square normalization, then quantization with scales found for each row. */
#ifndef PYACLNN_ACLNNOP_ACLNN_RMS_NORM_DYNAMIC_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_RMS_NORM_DYNAMIC_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: epsilon. */
ACLNN_API aclnnStatus aclnnRmsNormDynamicQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *gamma,
                                                               ACLNN_OPTIONAL const aclTensor *smoothScalesOptional,
                                                               ACLNN_OPTIONAL const aclTensor *betaOptional,
                                                               double epsilon, int64_t dstType,
                                                               ACLNN_OUT const aclTensor *yOut,
                                                               ACLNN_OUT const aclTensor *scaleOut,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRmsNormDynamicQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
