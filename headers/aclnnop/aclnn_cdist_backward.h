/* Gradient of aclnnCdist. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CDIST_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_CDIST_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnCdistBackwardGetWorkspaceSize(const aclTensor *grad, const aclTensor *x1,
                                                         const aclTensor *x2, const aclTensor *cdist, float p,
                                                         ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnCdistBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
