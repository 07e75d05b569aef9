/* Dequantization, a gated activation bounded by tanh, quantization. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DEQUANT_SITU_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_DEQUANT_SITU_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: beta, linearBeta. */
ACLNN_API aclnnStatus aclnnDequantSituQuantGetWorkspaceSize(const aclTensor *x,
                                                            ACLNN_OPTIONAL const aclTensor *weightScaleOptional,
                                                            ACLNN_OPTIONAL const aclTensor *activationScaleOptional,
                                                            ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                            ACLNN_OPTIONAL const aclTensor *quantScaleOptional,
                                                            ACLNN_OPTIONAL const aclTensor *quantOffsetOptional,
                                                            ACLNN_OPTIONAL const aclTensor *groupIndexOptional,
                                                            double beta, double linearBeta, bool activateLeft,
                                                            ACLNN_OPTIONAL char *quantTypeOptional,
                                                            ACLNN_OUT const aclTensor *yOut,
                                                            ACLNN_OUT const aclTensor *yScaleOut,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDequantSituQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
