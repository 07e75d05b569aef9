/* Second version of aclnnUpsampleNearest1d. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_V2_H
#define PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUpsampleNearest1dV2GetWorkspaceSize(const aclTensor *self, const aclIntArray *outputSize,
                                                               float scaleL, ACLNN_OUT aclTensor *out,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUpsampleNearest1dV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
