/* Gradient of aclnnRoiAlignV2. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ROI_ALIGN_V2_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_ROI_ALIGN_V2_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRoiAlignV2BackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *boxes,
                                                              const aclIntArray *inputShape, int64_t pooledHeight,
                                                              int64_t pooledWidth, float spatialScale,
                                                              int64_t samplingRatio, bool aligned,
                                                              ACLNN_OUT aclTensor *gradInput, uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRoiAlignV2Backward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
