/* The different elements, where each one went, and how often each occurs. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UNIQUE2_H
#define PYACLNN_ACLNNOP_ACLNN_UNIQUE2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUnique2GetWorkspaceSize(const aclTensor *self, bool sorted, bool returnInverse,
                                                   bool returnCounts, ACLNN_OUT aclTensor *valueOut,
                                                   ACLNN_OUT aclTensor *inverseOut, ACLNN_OUT aclTensor *countsOut,
                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUnique2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
