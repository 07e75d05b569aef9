/* Adds up slices at index tuples in a tensor of zeros. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCATTER_ND_H
#define PYACLNN_ACLNNOP_ACLNN_SCATTER_ND_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnScatterNdGetWorkspaceSize(const aclTensor *data, const aclTensor *indices,
                                                     const aclTensor *updates, ACLNN_OUT aclTensor *out,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnScatterNd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
