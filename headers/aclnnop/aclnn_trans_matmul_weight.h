/* Brings weights of a matrix product into the format that it is fastest with, and says their size. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TRANS_MATMUL_WEIGHT_H
#define PYACLNN_ACLNNOP_ACLNN_TRANS_MATMUL_WEIGHT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnTransMatmulWeightGetWorkspaceSize(ACLNN_INOUT aclTensor *mmWeightRef,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTransMatmulWeight(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

ACLNN_API aclnnStatus aclnnCalculateMatmulWeightSizeV2(const aclIntArray *tensorShape, aclDataType dataType,
                                                       ACLNN_OUT uint64_t *weightTensorSize);

ACLNN_API aclnnStatus aclnnCalculateMatmulWeightSize(const aclIntArray *tensorShape,
                                                     ACLNN_OUT uint64_t *weightTensorSize);

#ifdef __cplusplus
}
#endif

#endif
