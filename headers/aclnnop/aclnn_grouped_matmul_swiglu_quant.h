/* Matrix products for groups of rows, gated activation, quantization. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedMatmulSwigluQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *weight,
                                                                    ACLNN_OPTIONAL const aclTensor *bias,
                                                                    ACLNN_OPTIONAL const aclTensor *offset,
                                                                    const aclTensor *weightScale,
                                                                    const aclTensor *xScale, const aclTensor *groupList,
                                                                    ACLNN_OUT aclTensor *output,
                                                                    ACLNN_OUT aclTensor *outputScale,
                                                                    ACLNN_OPTIONAL ACLNN_OUT aclTensor *outputOffset,
                                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedMatmulSwigluQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
