/* Cuts self along dim into pieces of splitSections; the last one may be shorter. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SPLIT_TENSOR_H
#define PYACLNN_ACLNNOP_ACLNN_SPLIT_TENSOR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSplitTensorGetWorkspaceSize(const aclTensor *self, uint64_t splitSections, int64_t dim,
                                                       ACLNN_OUT aclTensorList *out, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSplitTensor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
