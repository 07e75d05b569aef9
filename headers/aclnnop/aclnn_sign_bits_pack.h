/* Packs the signs of real numbers as bits. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SIGN_BITS_PACK_H
#define PYACLNN_ACLNNOP_ACLNN_SIGN_BITS_PACK_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSignBitsPackGetWorkspaceSize(const aclTensor *self, int64_t size, ACLNN_OUT aclTensor *out,
                                                        uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSignBitsPack(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
