/* x * scale + bias along an axis. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCALE_H
#define PYACLNN_ACLNNOP_ACLNN_SCALE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnScaleGetWorkspaceSize(const aclTensor *x, const aclTensor *scale,
                                                 ACLNN_OPTIONAL const aclTensor *bias, int64_t axis, int64_t numAxes,
                                                 bool scaleFromBlob, ACLNN_OUT aclTensor *y, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnScale(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
