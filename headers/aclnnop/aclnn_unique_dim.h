/* The different slices along a dimension. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UNIQUE_DIM_H
#define PYACLNN_ACLNNOP_ACLNN_UNIQUE_DIM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUniqueDimGetWorkspaceSize(const aclTensor *self, bool sorted, bool returnInverse,
                                                     int64_t dim, ACLNN_OUT aclTensor *valueOut,
                                                     ACLNN_OUT aclTensor *inverseOut, ACLNN_OUT aclTensor *countsOut,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUniqueDim(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
