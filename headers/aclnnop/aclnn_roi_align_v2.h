/* Second version of aclnnRoiAlign. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ROI_ALIGN_V2_H
#define PYACLNN_ACLNNOP_ACLNN_ROI_ALIGN_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRoiAlignV2GetWorkspaceSize(const aclTensor *self, const aclTensor *boxes,
                                                      int64_t pooledHeight, int64_t pooledWidth, float spatialScale,
                                                      int64_t samplingRatio, bool aligned, ACLNN_OUT aclTensor *out,
                                                      uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRoiAlignV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
