/* Samples a volume at the points of a grid. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GRID_SAMPLER3D_H
#define PYACLNN_ACLNNOP_ACLNN_GRID_SAMPLER3D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGridSampler3DGetWorkspaceSize(const aclTensor *input, const aclTensor *grid,
                                                         int64_t interpolationMode, int64_t paddingMode,
                                                         bool alignCorners, ACLNN_OUT aclTensor *out,
                                                         uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGridSampler3D(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
