/* Complete overlap measure (CIoU) of pairs of boxes. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CIOU_H
#define PYACLNN_ACLNNOP_ACLNN_CIOU_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnCIoUGetWorkspaceSize(const aclTensor *bBoxes, const aclTensor *gtBoxes, bool trans,
                                                bool isCross, const char *mode, ACLNN_OUT aclTensor *overlap,
                                                ACLNN_OUT aclTensor *atanSub, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnCIoU(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
