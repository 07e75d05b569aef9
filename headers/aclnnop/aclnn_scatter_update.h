/* Writes slices at indices along an axis, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCATTER_UPDATE_H
#define PYACLNN_ACLNNOP_ACLNN_SCATTER_UPDATE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInplaceScatterUpdateGetWorkspaceSize(ACLNN_INOUT aclTensor *data, const aclTensor *indices,
                                                                const aclTensor *updates, int64_t axis,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceScatterUpdate(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
