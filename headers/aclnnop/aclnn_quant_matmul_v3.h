/* Third version of aclnnQuantMatmul. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_V3_H
#define PYACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnQuantMatmulV3GetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                         const aclTensor *scale, ACLNN_OPTIONAL const aclTensor *offset,
                                                         ACLNN_OPTIONAL const aclTensor *bias, bool transposeX1,
                                                         bool transposeX2, ACLNN_OUT const aclTensor *out,
                                                         uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnQuantMatmulV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
