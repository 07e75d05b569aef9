/* Turns bits into -1 and 1. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SIGN_BITS_UNPACK_H
#define PYACLNN_ACLNNOP_ACLNN_SIGN_BITS_UNPACK_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSignBitsUnpackGetWorkspaceSize(const aclTensor *self, int64_t size, aclDataType dtype,
                                                          ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSignBitsUnpack(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
