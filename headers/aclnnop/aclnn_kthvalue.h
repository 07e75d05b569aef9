/* The k-th smallest value along a dimension, with its place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_KTHVALUE_H
#define PYACLNN_ACLNNOP_ACLNN_KTHVALUE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnKthvalueGetWorkspaceSize(const aclTensor *self, int64_t k, int64_t dim, bool keepdim,
                                                    ACLNN_OUT aclTensor *valuesOut, ACLNN_OUT aclTensor *indicesOut,
                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnKthvalue(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
