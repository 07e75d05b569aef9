/* Sorts along a dimension, with the order taken. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SORT_H
#define PYACLNN_ACLNNOP_ACLNN_SORT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSortGetWorkspaceSize(const aclTensor *self, bool stable, int64_t dim, bool descending,
                                                ACLNN_OUT aclTensor *valuesOut, ACLNN_OUT aclTensor *indicesOut,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSort(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
