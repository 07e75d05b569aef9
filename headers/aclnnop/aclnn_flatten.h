/* Joins the dimensions before and after an axis into two. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FLATTEN_H
#define PYACLNN_ACLNNOP_ACLNN_FLATTEN_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFlattenGetWorkspaceSize(const aclTensor *self, int64_t axis, ACLNN_OUT aclTensor *out,
                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlatten(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
