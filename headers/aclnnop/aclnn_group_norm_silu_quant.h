/* Group normalization, SiLU, quantization. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUP_NORM_SILU_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_GROUP_NORM_SILU_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupNormSiluQuantGetWorkspaceSize(const aclTensor *self, const aclTensor *gamma,
                                                              const aclTensor *beta, const aclTensor *quantScale,
                                                              int64_t group, double eps, bool activateSilu,
                                                              ACLNN_OUT aclTensor *out, ACLNN_OUT aclTensor *meanOut,
                                                              ACLNN_OUT aclTensor *rstdOut, uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupNormSiluQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
