/* Linear interpolation along the last dimension to outputSize. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_LINEAR_1D_H
#define PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_LINEAR_1D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUpsampleLinear1dGetWorkspaceSize(const aclTensor *self, const aclIntArray *outputSize,
                                                            const bool alignCorners, const double scale,
                                                            ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUpsampleLinear1d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
