/* Third version of aclnnRmsNormQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_RMS_NORM_QUANT_V3_H
#define PYACLNN_ACLNNOP_ACLNN_RMS_NORM_QUANT_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRmsNormQuantV3GetWorkspaceSize(const aclTensor *x, const aclTensor *gamma,
                                                          const aclTensor *scale,
                                                          ACLNN_OPTIONAL const aclTensor *offset,
                                                          ACLNN_OPTIONAL const aclTensor *beta, double epsilon,
                                                          bool divMode, bool outputRstd, ACLNN_OUT aclTensor *y,
                                                          ACLNN_OUT aclTensor *rstd, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRmsNormQuantV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
