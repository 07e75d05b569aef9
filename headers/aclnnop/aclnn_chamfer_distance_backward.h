/* Gradient of the chamfer distance of two sets of points. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CHAMFER_DISTANCE_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_CHAMFER_DISTANCE_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnChamferDistanceBackwardGetWorkspaceSize(const aclTensor *xyz1, const aclTensor *xyz2,
                                                                   const aclTensor *idx1, const aclTensor *idx2,
                                                                   const aclTensor *gradDist1,
                                                                   const aclTensor *gradDist2,
                                                                   ACLNN_OUT aclTensor *gradXyz1,
                                                                   ACLNN_OUT aclTensor *gradXyz2,
                                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnChamferDistanceBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
