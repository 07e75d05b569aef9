/* Index of the interval between boundaries that each element falls into. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BUCKETIZE_H
#define PYACLNN_ACLNNOP_ACLNN_BUCKETIZE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBucketizeGetWorkspaceSize(const aclTensor *self, const aclTensor *boundaries,
                                                     const bool outInt32, const bool right, ACLNN_OUT aclTensor *out,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBucketize(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
