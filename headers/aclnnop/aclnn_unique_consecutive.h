/* Elements without repeats of their predecessor. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UNIQUE_CONSECUTIVE_H
#define PYACLNN_ACLNNOP_ACLNN_UNIQUE_CONSECUTIVE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUniqueConsecutiveGetWorkspaceSize(const aclTensor *self, bool returnInverse,
                                                             bool returnCounts, int64_t dim,
                                                             ACLNN_OUT aclTensor *valueOut,
                                                             ACLNN_OUT aclTensor *inverseOut,
                                                             ACLNN_OUT aclTensor *countsOut, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUniqueConsecutive(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
