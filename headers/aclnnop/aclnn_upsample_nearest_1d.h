/* Resizing of one dimension to the nearest element. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_H
#define PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUpsampleNearest1dGetWorkspaceSize(const aclTensor *self, const aclIntArray *outputSize,
                                                             ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUpsampleNearest1d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
