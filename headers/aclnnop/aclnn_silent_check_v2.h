/* Second version of aclnnSilentCheck. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SILENT_CHECK_V2_H
#define PYACLNN_ACLNNOP_ACLNN_SILENT_CHECK_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSilentCheckV2GetWorkspaceSize(const aclTensor *val, const aclTensor *max,
                                                         ACLNN_INOUT aclTensor *avgRef,
                                                         ACLNN_INOUT aclTensor *inputGradRef,
                                                         ACLNN_INOUT aclTensor *stepRef, aclIntArray *dstSize,
                                                         aclIntArray *dstStride, aclIntArray *dstOffset,
                                                         float cThreshL1, float cThreshL2, float beta1,
                                                         int32_t npuAsdDetect, ACLNN_OUT aclTensor *result,
                                                         uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSilentCheckV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
