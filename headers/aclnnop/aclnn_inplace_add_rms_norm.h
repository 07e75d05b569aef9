/* Root mean square normalization of a sum; both inputs are overwritten. */
#ifndef PYACLNN_ACLNNOP_ACLNN_INPLACE_ADD_RMS_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_INPLACE_ADD_RMS_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: epsilon. */
ACLNN_API aclnnStatus aclnnInplaceAddRmsNormGetWorkspaceSize(ACLNN_INOUT aclTensor *x1Ref, ACLNN_INOUT aclTensor *x2Ref,
                                                             const aclTensor *gamma, double epsilon,
                                                             ACLNN_OUT const aclTensor *rstdOut,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceAddRmsNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
