/* Compresses the newest block of a cache. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NSA_COMPRESS_WITH_CACHE_H
#define PYACLNN_ACLNNOP_ACLNN_NSA_COMPRESS_WITH_CACHE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNsaCompressWithCacheGetWorkspaceSize(const aclTensor *input, const aclTensor *weight,
                                                                const aclTensor *slotMapping,
                                                                ACLNN_OPTIONAL const aclIntArray *actSeqLenOptional,
                                                                ACLNN_OPTIONAL const aclTensor *blockTableOptional,
                                                                ACLNN_OPTIONAL char *layoutOptional,
                                                                int64_t compressBlockSize, int64_t compressStride,
                                                                int64_t actSeqLenType, int64_t pageBlockSize,
                                                                ACLNN_OUT aclTensor *outputCache,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNsaCompressWithCache(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
