/* Compresses blocks of keys or values for sparse attention. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NSA_COMPRESS_H
#define PYACLNN_ACLNNOP_ACLNN_NSA_COMPRESS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNsaCompressGetWorkspaceSize(const aclTensor *input, const aclTensor *weight,
                                                       ACLNN_OPTIONAL const aclIntArray *actSeqLenOptional,
                                                       ACLNN_OPTIONAL char *layoutOptional, int64_t compressBlockSize,
                                                       int64_t compressStride, int64_t actSeqLenType,
                                                       ACLNN_OUT aclTensor *output, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNsaCompress(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
