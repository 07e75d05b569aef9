/* Second version of aclnnUpsampleNearest2d. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_V2_H
#define PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUpsampleNearest2dV2GetWorkspaceSize(const aclTensor *self, const aclIntArray *outputSize,
                                                               float scalesH, float scalesW, ACLNN_OUT aclTensor *out,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUpsampleNearest2dV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
