/* Adds values at indices along a dimension. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCATTER_ADD_H
#define PYACLNN_ACLNNOP_ACLNN_SCATTER_ADD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnScatterAddGetWorkspaceSize(const aclTensor *self, int64_t dim, const aclTensor *index,
                                                      const aclTensor *src, ACLNN_OUT aclTensor *out,
                                                      uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnScatterAdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
