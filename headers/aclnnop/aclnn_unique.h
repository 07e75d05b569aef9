/* The different elements, and where each one went. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UNIQUE_H
#define PYACLNN_ACLNNOP_ACLNN_UNIQUE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUniqueGetWorkspaceSize(const aclTensor *self, bool sorted, bool returnInverse,
                                                  ACLNN_OUT aclTensor *valueOut, ACLNN_OUT aclTensor *inverseOut,
                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUnique(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
