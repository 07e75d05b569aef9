/* Third version of aclnnQuantMatmulAllReduce. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_ALL_REDUCE_V3_H
#define PYACLNN_ACLNNOP_ACLNN_QUANT_MATMUL_ALL_REDUCE_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnQuantMatmulAllReduceV3GetWorkspaceSize(
    const aclTensor *x1, const aclTensor *x2, ACLNN_OPTIONAL const aclTensor *biasOptional,
    ACLNN_OPTIONAL const aclTensor *x3Optional, const aclTensor *dequantScale,
    ACLNN_OPTIONAL const aclTensor *pertokenScaleOptional, ACLNN_OPTIONAL const aclTensor *commQuantScale1Optional,
    ACLNN_OPTIONAL const aclTensor *commQuantScale2Optional, const char *group, const char *reduceOp, int64_t commTurn,
    int64_t streamMode, ACLNN_OUT const aclTensor *output, uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnQuantMatmulAllReduceV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
