/* Quantizes and dequantizes with one scale, with the mask of values in range. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FAKE_QUANT_PER_TENSOR_AFFINE_CACHEMASK_H
#define PYACLNN_ACLNNOP_ACLNN_FAKE_QUANT_PER_TENSOR_AFFINE_CACHEMASK_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFakeQuantPerTensorAffineCachemaskGetWorkspaceSize(const aclTensor *self,
                                                                             const aclTensor *scale,
                                                                             const aclTensor *zeroPoint,
                                                                             float fakeQuantEnabled, int64_t quantMin,
                                                                             int64_t quantMax, ACLNN_OUT aclTensor *out,
                                                                             ACLNN_OUT aclTensor *mask,
                                                                             uint64_t *workspaceSize,
                                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFakeQuantPerTensorAffineCachemask(void *workspace, uint64_t workspaceSize,
                                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
