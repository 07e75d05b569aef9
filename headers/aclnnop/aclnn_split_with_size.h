/* Cuts a tensor into pieces of given sizes. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SPLIT_WITH_SIZE_H
#define PYACLNN_ACLNNOP_ACLNN_SPLIT_WITH_SIZE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSplitWithSizeGetWorkspaceSize(const aclTensor *self, const aclIntArray *splitSize,
                                                         int64_t dim, ACLNN_OUT aclTensorList *out,
                                                         uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSplitWithSize(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
