/* Root mean square normalization of a sum, also given in another data type. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_CAST_H
#define PYACLNN_ACLNNOP_ACLNN_ADD_RMS_NORM_CAST_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: epsilon. */
ACLNN_API aclnnStatus aclnnAddRmsNormCastGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                          const aclTensor *gamma, double epsilon,
                                                          ACLNN_OUT const aclTensor *y1Out,
                                                          ACLNN_OUT const aclTensor *y2Out,
                                                          ACLNN_OUT const aclTensor *rstdOut,
                                                          ACLNN_OUT const aclTensor *xOut, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddRmsNormCast(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
