/* Gradient of aclnnRoiPoolingWithArgMax. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ROI_POOLING_GRAD_WITH_ARG_MAX_H
#define PYACLNN_ACLNNOP_ACLNN_ROI_POOLING_GRAD_WITH_ARG_MAX_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRoiPoolingGradWithArgMaxGetWorkspaceSize(const aclTensor *gradOutput,
                                                                    ACLNN_INOUT const aclTensor *gradInputRef,
                                                                    const aclTensor *rois, const aclTensor *argmax,
                                                                    int64_t pooledH, int64_t pooledW,
                                                                    double spatialScale, uint64_t *workspaceSize,
                                                                    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRoiPoolingGradWithArgMax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
