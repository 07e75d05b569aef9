/* Minimum and maximum of all elements. */
#ifndef PYACLNN_ACLNNOP_ACLNN_AMINMAX_ALL_H
#define PYACLNN_ACLNNOP_ACLNN_AMINMAX_ALL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAminmaxAllGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *minOut,
                                                      ACLNN_OUT aclTensor *maxOut, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAminmaxAll(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
