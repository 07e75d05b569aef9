/* Writes a value at given indices along a dimension. */
#ifndef PYACLNN_ACLNNOP_ACLNN_INDEX_FILL_H
#define PYACLNN_ACLNNOP_ACLNN_INDEX_FILL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIndexFillGetWorkspaceSize(const aclTensor *self, int64_t dim, const aclTensor *index,
                                                     const aclScalar *value, ACLNN_OUT aclTensor *out,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIndexFill(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceIndexFillGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, int64_t dim,
                                                            const aclTensor *index, const aclScalar *value,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceIndexFill(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
