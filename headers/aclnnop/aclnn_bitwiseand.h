/* Bitwise and of two tensors. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BITWISEAND_H
#define PYACLNN_ACLNNOP_ACLNN_BITWISEAND_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBitwiseAndTensorOutGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                               ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBitwiseAndTensorOut(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceBitwiseAndTensorOutGetWorkspaceSize(ACLNN_INOUT const aclTensor *self,
                                                                      const aclTensor *other, uint64_t *workspaceSize,
                                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceBitwiseAndTensorOut(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
