/* Samples regions of feature maps to a fixed size. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ROI_ALIGN_H
#define PYACLNN_ACLNNOP_ACLNN_ROI_ALIGN_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRoiAlignGetWorkspaceSize(const aclTensor *self, const aclTensor *rois,
                                                    const aclTensor *batchIndices, const char *mode, int outputHeight,
                                                    int outputWidth, int samplingRatio, float spatialScale,
                                                    ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRoiAlign(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
