/* Distances between all rows of a tensor, with the norm as a real number. */
#ifndef PYACLNN_ACLNNOP_ACLNN_PDIST_FORWARD_H
#define PYACLNN_ACLNNOP_ACLNN_PDIST_FORWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnPdistForwardGetWorkspaceSize(const aclTensor *self, const aclScalar *pScalar,
                                                        ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnPdistForward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
