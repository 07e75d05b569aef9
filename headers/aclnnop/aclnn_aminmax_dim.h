/* Minimum and maximum along one dimension. */
#ifndef PYACLNN_ACLNNOP_ACLNN_AMINMAX_DIM_H
#define PYACLNN_ACLNNOP_ACLNN_AMINMAX_DIM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAminmaxDimGetWorkspaceSize(const aclTensor *self, const int64_t dim, bool keepDim,
                                                      ACLNN_OUT aclTensor *minOut, ACLNN_OUT aclTensor *maxOut,
                                                      uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAminmaxDim(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
