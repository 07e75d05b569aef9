/* Gradient of aclnnUpsampleNearest1d. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUpsampleNearest1dBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                                     const aclIntArray *outputSize,
                                                                     const aclIntArray *inputSize, double scales,
                                                                     ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                                     aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUpsampleNearest1dBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
