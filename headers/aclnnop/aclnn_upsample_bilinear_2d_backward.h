/* Gradient of aclnnUpsampleBilinear2d. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUpsampleBilinear2dBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                                      const aclIntArray *outputSize,
                                                                      const aclIntArray *inputSize, bool alignCorners,
                                                                      double scalesH, double scalesW,
                                                                      ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
