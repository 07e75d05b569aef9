/* Matrix product with compressed weights. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MATMUL_COMPRESS_H
#define PYACLNN_ACLNNOP_ACLNN_MATMUL_COMPRESS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMatmulCompressGetWorkspaceSize(const aclTensor *x, const aclTensor *weight,
                                                          ACLNN_OPTIONAL const aclTensor *bias,
                                                          const aclTensor *compressIndex, ACLNN_OUT aclTensor *out,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMatmulCompress(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
