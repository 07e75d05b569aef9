/* Gradient of aclnnNsaCompress. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NSA_COMPRESS_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_NSA_COMPRESS_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNsaCompressGradGetWorkspaceSize(const aclTensor *outputGrad, const aclTensor *input,
                                                           const aclTensor *weight,
                                                           ACLNN_OPTIONAL const aclIntArray *actSeqLenOptionalOptional,
                                                           int64_t compressBlockSize, int64_t compressStride,
                                                           int64_t actSeqLenType,
                                                           ACLNN_OPTIONAL char *layoutOptionalOptional,
                                                           ACLNN_OUT const aclTensor *inputGradOut,
                                                           ACLNN_OUT const aclTensor *weightGradOut,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNsaCompressGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
