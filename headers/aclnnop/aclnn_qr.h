/* QR decomposition of each matrix, reduced or complete. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QR_H
#define PYACLNN_ACLNNOP_ACLNN_QR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnQrGetWorkspaceSize(const aclTensor *self, bool some, ACLNN_OUT aclTensor *Q,
                                              ACLNN_OUT aclTensor *R, uint64_t *workspaceSize,
                                              aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnQr(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
