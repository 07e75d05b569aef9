/* Overlap of pairs of boxes. */
#ifndef PYACLNN_ACLNNOP_ACLNN_IOU_H
#define PYACLNN_ACLNNOP_ACLNN_IOU_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIouGetWorkspaceSize(const aclTensor *bBoxes, const aclTensor *gtBoxes, const char *mode,
                                               float eps, bool aligned, ACLNN_OUT aclTensor *overlap,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIou(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
