/* Gradient of aclnnRepeatInterleave. */
#ifndef PYACLNN_ACLNNOP_ACLNN_REPEAT_INTERLEAVE_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_REPEAT_INTERLEAVE_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRepeatInterleaveGradGetWorkspaceSize(const aclTensor *yGrad, const aclTensor *repeats,
                                                                int64_t axis, ACLNN_OUT const aclTensor *out,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRepeatInterleaveGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
