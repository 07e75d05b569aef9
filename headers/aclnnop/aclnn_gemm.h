/* alpha * (A @ B) + beta * C, transposed as asked. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GEMM_H
#define PYACLNN_ACLNNOP_ACLNN_GEMM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGemmGetWorkspaceSize(const aclTensor *A, const aclTensor *B, const aclTensor *C, float alpha,
                                                float beta, int64_t transA, int64_t transB, ACLNN_OUT aclTensor *out,
                                                int8_t cubeMathType, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGemm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
