/* aclnnGroupedMatmulSwigluQuant with weights in FRACTAL_NZ. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_WEIGHT_NZ_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_WEIGHT_NZ_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedMatmulSwigluQuantWeightNZGetWorkspaceSize(const aclTensor *x, const aclTensor *weight,
                                                                            const aclTensor *bias,
                                                                            const aclTensor *offset,
                                                                            const aclTensor *weightScale,
                                                                            const aclTensor *xScale,
                                                                            const aclTensor *groupList,
                                                                            ACLNN_OUT aclTensor *output,
                                                                            ACLNN_OUT aclTensor *outputScale,
                                                                            ACLNN_OUT aclTensor *outputOffset,
                                                                            uint64_t *workspaceSize,
                                                                            aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedMatmulSwigluQuantWeightNZ(void *workspace, uint64_t workspaceSize,
                                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
