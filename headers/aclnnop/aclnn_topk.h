/* The k largest or smallest elements along a dimension, with their places. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TOPK_H
#define PYACLNN_ACLNNOP_ACLNN_TOPK_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnTopkGetWorkspaceSize(const aclTensor *self, int64_t k, int64_t dim, bool largest,
                                                bool sorted, ACLNN_OUT aclTensor *valuesOut,
                                                ACLNN_OUT aclTensor *indicesOut, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTopk(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
