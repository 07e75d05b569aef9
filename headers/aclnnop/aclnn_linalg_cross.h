/* Cross product along a dimension of size 3. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LINALG_CROSS_H
#define PYACLNN_ACLNNOP_ACLNN_LINALG_CROSS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLinalgCrossGetWorkspaceSize(const aclTensor *self, const aclTensor *other, int64_t dim,
                                                       ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLinalgCross(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
