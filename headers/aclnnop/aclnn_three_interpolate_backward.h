/* Gradient of interpolation from three neighbors. */
#ifndef PYACLNN_ACLNNOP_ACLNN_THREE_INTERPOLATE_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_THREE_INTERPOLATE_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnThreeInterpolateBackwardGetWorkspaceSize(const aclTensor *grad_x, const aclTensor *idx,
                                                                    const aclTensor *weight, int m,
                                                                    ACLNN_OUT aclTensor *grad_y,
                                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnThreeInterpolateBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
