/* Second version of aclnnAddRmsNormQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_QUANT_V2_H
#define PYACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_QUANT_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddRmsNormQuantV2GetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                             const aclTensor *gamma, const aclTensor *scales1,
                                                             ACLNN_OPTIONAL const aclTensor *scales2Optional,
                                                             ACLNN_OPTIONAL const aclTensor *zeroPoints1Optional,
                                                             ACLNN_OPTIONAL const aclTensor *zeroPoints2Optional,
                                                             ACLNN_OPTIONAL const aclTensor *betaOptional, int64_t axis,
                                                             double epsilon, bool divMode, ACLNN_OUT aclTensor *y1Out,
                                                             ACLNN_OUT aclTensor *y2Out, ACLNN_OUT aclTensor *xOut,
                                                             ACLNN_OPTIONAL ACLNN_OUT aclTensor *rmsNormOut,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddRmsNormQuantV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
