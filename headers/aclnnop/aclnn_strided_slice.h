/* A part of a tensor by start, end and step of each dimension. */
#ifndef PYACLNN_ACLNNOP_ACLNN_STRIDED_SLICE_H
#define PYACLNN_ACLNNOP_ACLNN_STRIDED_SLICE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnStridedSliceGetWorkspaceSize(const aclTensor *self, const aclIntArray *begin,
                                                        const aclIntArray *end, const aclIntArray *strides,
                                                        int64_t beginMask, int64_t endMask, int64_t ellipsisMask,
                                                        int64_t newAxisMask, int64_t shrinkAxisMask,
                                                        ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnStridedSlice(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
