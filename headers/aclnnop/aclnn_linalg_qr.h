/* QR decomposition of each matrix. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LINALG_QR_H
#define PYACLNN_ACLNNOP_ACLNN_LINALG_QR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLinalgQrGetWorkspaceSize(const aclTensor *self, int64_t mode, ACLNN_OUT aclTensor *Q,
                                                    ACLNN_OUT aclTensor *R, uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLinalgQr(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
