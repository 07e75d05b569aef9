/* Gradient of aclnnUpsampleNearest3d. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_3D_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_3D_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUpsampleNearest3dBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                                     const aclIntArray *outputSize,
                                                                     const aclIntArray *inputSize, double scalesD,
                                                                     double scalesH, double scalesW,
                                                                     ACLNN_OUT aclTensor *gradInput,
                                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUpsampleNearest3dBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
