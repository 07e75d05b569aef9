/* beta * self + alpha * the sum of the products of two batches of matrices. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADDBMM_H
#define PYACLNN_ACLNNOP_ACLNN_ADDBMM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddbmmGetWorkspaceSize(const aclTensor *self, const aclTensor *batch1,
                                                  const aclTensor *batch2, const aclScalar *beta,
                                                  const aclScalar *alpha, ACLNN_OUT aclTensor *out, int8_t cubeMathType,
                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddbmm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceAddbmmGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, const aclTensor *batch1,
                                                         const aclTensor *batch2, const aclScalar *beta,
                                                         const aclScalar *alpha, int8_t cubeMathType,
                                                         uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceAddbmm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
