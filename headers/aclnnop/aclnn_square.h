/* Each element times itself. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SQUARE_H
#define PYACLNN_ACLNNOP_ACLNN_SQUARE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSquareGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSquare(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
