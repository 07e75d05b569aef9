/* Batch normalization of quantized values. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QUANTIZED_BATCH_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_QUANTIZED_BATCH_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnQuantizedBatchNormGetWorkspaceSize(const aclTensor *input, const aclTensor *mean,
                                                              const aclTensor *var, const aclScalar *inputScale,
                                                              const aclScalar *inputZeroPoint,
                                                              const aclScalar *outputScale,
                                                              const aclScalar *outputZeroPoint,
                                                              ACLNN_OPTIONAL aclTensor *weight,
                                                              ACLNN_OPTIONAL aclTensor *bias, float epsilon,
                                                              ACLNN_OUT aclTensor *output, uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnQuantizedBatchNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
