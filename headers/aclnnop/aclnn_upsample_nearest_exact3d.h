/* Resizing of three dimensions to the nearest element, by centers. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT3D_H
#define PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT3D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUpsampleNearestExact3dGetWorkspaceSize(const aclTensor *self, const aclIntArray *outputSize,
                                                                  double scalesD, double scalesH, double scalesW,
                                                                  ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUpsampleNearestExact3d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
