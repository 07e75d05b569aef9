/* Prepares scales and offsets of quantized weights for the matrix product. */
#ifndef PYACLNN_ACLNNOP_ACLNN_WEIGHT_QUANT_PREPROCESS_H
#define PYACLNN_ACLNNOP_ACLNN_WEIGHT_QUANT_PREPROCESS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnWeightQuantPreprocessGetWorkspaceSize(
    const aclTensor *weight, const aclTensor *weightScale, ACLNN_OPTIONAL const aclTensor *weightOffsetOptional,
    ACLNN_OPTIONAL const aclTensor *biasOptional, const aclDataType xDtype, const aclDataType xScaleDtype,
    const int64_t kGroupSize, ACLNN_OUT aclTensor *outWeight, ACLNN_OUT aclTensor *outWeightScale,
    ACLNN_OPTIONAL ACLNN_OUT aclTensor *outWeightOffsetOptional, ACLNN_OPTIONAL ACLNN_OUT aclTensor *outBiasOptional,
    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnWeightQuantPreprocess(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
