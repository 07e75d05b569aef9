/* Writes slices at given indices along a dimension. */
#ifndef PYACLNN_ACLNNOP_ACLNN_INDEX_COPY_H
#define PYACLNN_ACLNNOP_ACLNN_INDEX_COPY_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIndexCopyGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, int64_t dim,
                                                     const aclTensor *index, const aclTensor *source,
                                                     ACLNN_INOUT aclTensor *outRef, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIndexCopy(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceIndexCopyGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, int64_t dim,
                                                            const aclTensor *index, const aclTensor *source,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceIndexCopy(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
