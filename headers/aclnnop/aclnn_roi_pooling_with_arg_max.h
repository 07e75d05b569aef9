/* Maximum pooling of regions to a fixed size, with the places of the maxima. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ROI_POOLING_WITH_ARG_MAX_H
#define PYACLNN_ACLNNOP_ACLNN_ROI_POOLING_WITH_ARG_MAX_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRoiPoolingWithArgMaxGetWorkspaceSize(const aclTensor *x, const aclTensor *rois,
                                                                int64_t pooled_h, int64_t pooled_w,
                                                                float spatial_scale_h, float spatial_scale_w,
                                                                ACLNN_OUT aclTensor *y, ACLNN_OUT aclTensor *argmax,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRoiPoolingWithArgMax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
