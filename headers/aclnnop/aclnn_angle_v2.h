/* Angle of each complex element. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ANGLE_V2_H
#define PYACLNN_ACLNNOP_ACLNN_ANGLE_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAngleV2GetWorkspaceSize(const aclTensor *x, ACLNN_OUT const aclTensor *out,
                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAngleV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
