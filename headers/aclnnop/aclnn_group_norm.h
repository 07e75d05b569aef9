/* Normalization over groups of channels. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUP_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_GROUP_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupNormGetWorkspaceSize(const aclTensor *self, const aclTensor *gamma,
                                                     const aclTensor *beta, int64_t N, int64_t C, int64_t HxW,
                                                     int64_t group, double eps, ACLNN_OUT aclTensor *out,
                                                     ACLNN_OUT aclTensor *meanOut, ACLNN_OUT aclTensor *rstdOut,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
