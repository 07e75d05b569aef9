/* beta * self + alpha * the outer product of two vectors. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADDR_H
#define PYACLNN_ACLNNOP_ACLNN_ADDR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddrGetWorkspaceSize(const aclTensor *self, const aclTensor *vec1, const aclTensor *vec2,
                                                ACLNN_OPTIONAL const aclScalar *betaOptional,
                                                ACLNN_OPTIONAL const aclScalar *alphaOptional, ACLNN_OUT aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddr(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceAddrGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, const aclTensor *vec1,
                                                       const aclTensor *vec2,
                                                       ACLNN_OPTIONAL const aclScalar *betaOptional,
                                                       ACLNN_OPTIONAL const aclScalar *alphaOptional,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceAddr(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
