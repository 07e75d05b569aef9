/* Complex numbers from absolute value and angle. */
#ifndef PYACLNN_ACLNNOP_ACLNN_POLAR_H
#define PYACLNN_ACLNNOP_ACLNN_POLAR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnPolarGetWorkspaceSize(const aclTensor *input, const aclTensor *angle,
                                                 ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnPolar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
