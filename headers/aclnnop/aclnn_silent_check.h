/* Watches a feature value of the gradients for jumps that hint at a faulty device. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SILENT_CHECK_H
#define PYACLNN_ACLNNOP_ACLNN_SILENT_CHECK_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSilentCheckGetWorkspaceSize(const aclTensor *val, ACLNN_INOUT aclTensor *inputGradRef,
                                                       ACLNN_INOUT aclTensor *sfdaRef, ACLNN_INOUT aclTensor *stepRef,
                                                       const int32_t cMinSteps, const float cThreshL1,
                                                       const float cCoeffL1, const float cThreshL2,
                                                       const float cCoeffL2, const int32_t npuAsdDetect,
                                                       ACLNN_OUT aclTensor *result, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSilentCheck(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
