/* Root mean square normalization of a sum, then quantization in microscaling blocks. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_DYNAMIC_MX_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_DYNAMIC_MX_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddRmsNormDynamicMxQuantGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                                    const aclTensor *gamma,
                                                                    ACLNN_OPTIONAL const aclTensor *beta,
                                                                    double epsilon, int64_t scaleAlg, char *roundMode,
                                                                    int64_t dstType, bool outputRstd,
                                                                    ACLNN_OUT aclTensor *yOut,
                                                                    ACLNN_OUT aclTensor *xOut,
                                                                    ACLNN_OUT aclTensor *mxscaleOut,
                                                                    ACLNN_OUT aclTensor *rstdOut,
                                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddRmsNormDynamicMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
