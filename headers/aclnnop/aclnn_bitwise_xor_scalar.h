/* Bitwise exclusive or of a tensor and a scalar. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BITWISE_XOR_SCALAR_H
#define PYACLNN_ACLNNOP_ACLNN_BITWISE_XOR_SCALAR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBitwiseXorScalarGetWorkspaceSize(const aclTensor *self, const aclScalar *other,
                                                            ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBitwiseXorScalar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceBitwiseXorScalarGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef,
                                                                   const aclScalar *other, uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceBitwiseXorScalar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
