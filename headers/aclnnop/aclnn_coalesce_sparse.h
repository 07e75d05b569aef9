/* Adds up values of a sparse tensor at equal indices. */
#ifndef PYACLNN_ACLNNOP_ACLNN_COALESCE_SPARSE_H
#define PYACLNN_ACLNNOP_ACLNN_COALESCE_SPARSE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnCoalesceSparseGetWorkspaceSize(const aclTensor *uniqueLen, const aclTensor *uniqueIndices,
                                                          const aclTensor *indices, const aclTensor *values,
                                                          ACLNN_OUT const aclTensor *newIndicesOut,
                                                          ACLNN_OUT const aclTensor *newValuesOut,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnCoalesceSparse(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
