/* Root mean square normalization of the sum of two tensors. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddRmsNormGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *gamma,
                                                      double epsilon, ACLNN_OUT aclTensor *yOut,
                                                      ACLNN_OPTIONAL ACLNN_OUT aclTensor *rstdOut,
                                                      ACLNN_OPTIONAL ACLNN_OUT aclTensor *xOut, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddRmsNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
