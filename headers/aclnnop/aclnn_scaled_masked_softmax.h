/* Softmax of scaled scores with a mask. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_H
#define PYACLNN_ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnScaledMaskedSoftmaxGetWorkspaceSize(const aclTensor *x, const aclTensor *mask, double scale,
                                                               bool fixedTriuMask, ACLNN_OUT aclTensor *y,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnScaledMaskedSoftmax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
