/* Normalization of each channel of each sample. */
#ifndef PYACLNN_ACLNNOP_ACLNN_INSTANCE_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_INSTANCE_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInstanceNormGetWorkspaceSize(const aclTensor *x, const aclTensor *gamma,
                                                        const aclTensor *beta, const char *dataFormat, double eps,
                                                        ACLNN_OUT aclTensor *y, ACLNN_OUT aclTensor *mean,
                                                        ACLNN_OUT aclTensor *variance, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInstanceNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
