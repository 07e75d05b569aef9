/* Maximum along a dimension, with its place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MAX_DIM_H
#define PYACLNN_ACLNNOP_ACLNN_MAX_DIM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMaxDimGetWorkspaceSize(const aclTensor *self, int64_t dim, bool keepdim,
                                                  ACLNN_OUT aclTensor *out, ACLNN_OUT aclTensor *indices,
                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMaxDim(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
