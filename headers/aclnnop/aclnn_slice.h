/* A part of a dimension by start, end and step. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SLICE_H
#define PYACLNN_ACLNNOP_ACLNN_SLICE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSliceGetWorkspaceSize(const aclTensor *self, int64_t dim, int64_t start, int64_t end,
                                                 int64_t step, ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSlice(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
