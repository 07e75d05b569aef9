/* Resizes images. mode: "nearest" or "bilinear"; scales has one factor per dimension. */
#ifndef PYACLNN_ACLNNOP_ACLNN_RESIZE_H
#define PYACLNN_ACLNNOP_ACLNN_RESIZE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnResizeGetWorkspaceSize(const aclTensor *self, const aclFloatArray *scales, const char *mode,
                                                  ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnResize(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
