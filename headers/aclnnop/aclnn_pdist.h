/* Distances between all rows of a tensor. */
#ifndef PYACLNN_ACLNNOP_ACLNN_PDIST_H
#define PYACLNN_ACLNNOP_ACLNN_PDIST_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnPdistGetWorkspaceSize(const aclTensor *self, float p, ACLNN_OUT aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnPdist(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
