/* Matrix product followed by another operation. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FUSED_MATMUL_H
#define PYACLNN_ACLNNOP_ACLNN_FUSED_MATMUL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFusedMatmulGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                       ACLNN_OPTIONAL const aclTensor *bias,
                                                       ACLNN_OPTIONAL const aclTensor *x3, const char *fusedOpType,
                                                       int8_t cubeMathType, ACLNN_OUT const aclTensor *y,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFusedMatmul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
