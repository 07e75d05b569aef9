/* Fills with uniformly distributed numbers, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UNIFORM_H
#define PYACLNN_ACLNNOP_ACLNN_UNIFORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInplaceUniformGetWorkspaceSize(ACLNN_INOUT const aclTensor *selfRef, double from, double to,
                                                          uint64_t seed, uint64_t offset, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceUniform(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceUniformTensorGetWorkspaceSize(ACLNN_INOUT const aclTensor *selfRef, double from,
                                                                double to, const aclTensor *seedTensor,
                                                                const aclTensor *offsetTensor, uint64_t offset,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceUniformTensor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
