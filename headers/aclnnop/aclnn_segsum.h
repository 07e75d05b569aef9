/* Exponential of the sums over all segments of a sequence. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SEGSUM_H
#define PYACLNN_ACLNNOP_ACLNN_SEGSUM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnExpSegsumGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnExpSegsum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
