/* Gradient of aclnnClippedSwiglu. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CLIPPED_SWIGLU_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_CLIPPED_SWIGLU_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: alpha, limit, bias. */
ACLNN_API aclnnStatus aclnnClippedSwigluGradGetWorkspaceSize(const aclTensor *gradY, const aclTensor *x,
                                                             ACLNN_OPTIONAL const aclTensor *groupIndexOptional,
                                                             int64_t dim, double alpha, double limit, double bias,
                                                             bool interleaved, ACLNN_OUT const aclTensor *gradXOut,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnClippedSwigluGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
