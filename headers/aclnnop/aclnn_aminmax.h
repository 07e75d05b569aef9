/* Minimum and maximum over some dimensions. */
#ifndef PYACLNN_ACLNNOP_ACLNN_AMINMAX_H
#define PYACLNN_ACLNNOP_ACLNN_AMINMAX_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAminmaxGetWorkspaceSize(const aclTensor *self, const aclIntArray *dim, bool keepDim,
                                                   ACLNN_OUT aclTensor *minOut, ACLNN_OUT aclTensor *maxOut,
                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAminmax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
