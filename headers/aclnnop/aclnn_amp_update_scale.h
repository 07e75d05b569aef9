/* The next loss scale of mixed precision training, from overflows seen. */
#ifndef PYACLNN_ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H
#define PYACLNN_ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: growthFactor, backoffFactor. */
ACLNN_API aclnnStatus aclnnAmpUpdateScaleGetWorkspaceSize(const aclTensor *currentScale, const aclTensor *growthTracker,
                                                          const aclTensor *foundInf, double growthFactor,
                                                          double backoffFactor, int64_t growthInterval,
                                                          ACLNN_OUT const aclTensor *updatedScale,
                                                          ACLNN_OUT const aclTensor *updatedGrowthTracker,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAmpUpdateScale(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
