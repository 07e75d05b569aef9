/* beta * self + alpha * (batch1 @ batch2), matrix by matrix. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BADDBMM_H
#define PYACLNN_ACLNNOP_ACLNN_BADDBMM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBaddbmmGetWorkspaceSize(const aclTensor *self, const aclTensor *batch1,
                                                   const aclTensor *batch2, const aclScalar *beta,
                                                   const aclScalar *alpha, ACLNN_OUT aclTensor *out,
                                                   int8_t cubeMathType, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBaddbmm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceBaddbmmGetWorkspaceSize(ACLNN_INOUT const aclTensor *selfRef, const aclTensor *batch1,
                                                          const aclTensor *batch2, const aclScalar *beta,
                                                          const aclScalar *alpha, int8_t cubeMathType,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceBaddbmm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
