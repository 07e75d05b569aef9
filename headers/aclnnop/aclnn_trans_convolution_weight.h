/* Brings weights of a convolution into the format that it is fastest with, and says their size. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TRANS_CONVOLUTION_WEIGHT_H
#define PYACLNN_ACLNNOP_ACLNN_TRANS_CONVOLUTION_WEIGHT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnTransConvolutionWeightGetWorkspaceSize(const aclTensor *weightIn, bool transposed,
                                                                  const int64_t groups, ACLNN_OUT aclTensor *weightOut,
                                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTransConvolutionWeight(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                  aclrtStream stream);

ACLNN_API aclnnStatus aclnnCalculateConvolutionWeightSize(const aclIntArray *tensorShape, bool transposed,
                                                          int64_t groups, aclDataType dataType,
                                                          ACLNN_OUT uint64_t *weightTensorSize);

#ifdef __cplusplus
}
#endif

#endif
