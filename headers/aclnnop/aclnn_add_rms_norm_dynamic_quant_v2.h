/* Second version of aclnnAddRmsNormDynamicQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_DYNAMIC_QUANT_V2_H
#define PYACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_DYNAMIC_QUANT_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddRmsNormDynamicQuantV2GetWorkspaceSize(
    const aclTensor *x1, const aclTensor *x2, const aclTensor *gamma,
    ACLNN_OPTIONAL const aclTensor *smoothScale1Optional, ACLNN_OPTIONAL const aclTensor *smoothScale2Optional,
    ACLNN_OPTIONAL const aclTensor *betaOptional, double epsilon, ACLNN_OPTIONAL const aclBoolArray *outputMask,
    ACLNN_OUT aclTensor *y1Out, ACLNN_OUT aclTensor *y2Out, ACLNN_OUT aclTensor *xOut, ACLNN_OUT aclTensor *scale1Out,
    ACLNN_OUT aclTensor *scale2Out, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddRmsNormDynamicQuantV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
