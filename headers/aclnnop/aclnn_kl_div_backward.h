/* Gradient of aclnnKlDiv with respect to self. */
#ifndef PYACLNN_ACLNNOP_ACLNN_KL_DIV_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_KL_DIV_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnKlDivBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                         const aclTensor *target, int64_t reduction, bool logTarget,
                                                         ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnKlDivBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
