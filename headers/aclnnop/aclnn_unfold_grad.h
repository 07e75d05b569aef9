/* Gradient of sliding windows along a dimension. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UNFOLD_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_UNFOLD_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUnfoldGradGetWorkspaceSize(const aclTensor *gradOut, const aclIntArray *inputSizes,
                                                      int64_t dim, int64_t size, int64_t step,
                                                      ACLNN_OUT const aclTensor *gradIn, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUnfoldGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
