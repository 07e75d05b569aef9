/* Product of self, a mask and a scale. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MASKED_SCALE_H
#define PYACLNN_ACLNNOP_ACLNN_MASKED_SCALE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMaskedScaleGetWorkspaceSize(const aclTensor *self, const aclTensor *mask, float scale,
                                                       ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMaskedScale(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
