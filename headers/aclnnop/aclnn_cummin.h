/* Running minimum along a dimension, with its places. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CUMMIN_H
#define PYACLNN_ACLNNOP_ACLNN_CUMMIN_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnCumminGetWorkspaceSize(const aclTensor *self, int64_t dim, ACLNN_OUT aclTensor *valuesOut,
                                                  ACLNN_OUT aclTensor *indicesOut, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnCummin(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
