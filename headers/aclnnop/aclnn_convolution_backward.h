/* Gradient of aclnnConvolution. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnConvolutionBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *input,
                                                               const aclTensor *weight, const aclIntArray *biasSizes,
                                                               const aclIntArray *stride, const aclIntArray *padding,
                                                               const aclIntArray *dilation, bool transposed,
                                                               const aclIntArray *outputPadding, int groups,
                                                               const aclBoolArray *outputMask, int8_t cubeMathType,
                                                               ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradInput,
                                                               ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradWeight,
                                                               ACLNN_OPTIONAL ACLNN_OUT aclTensor *gradBias,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnConvolutionBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

ACLNN_API aclnnStatus aclnnConvTbcBackwardGetWorkspaceSize(const aclTensor *self, const aclTensor *input,
                                                           const aclTensor *weight, const aclTensor *bias, int64_t pad,
                                                           int8_t cubeMathType, ACLNN_OUT aclTensor *gradInput,
                                                           ACLNN_OUT aclTensor *gradWeight,
                                                           ACLNN_OUT aclTensor *gradBias, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnConvTbcBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

ACLNN_API aclnnStatus aclnnDeformableConv2dBackwardGetWorkspaceSize(const aclTensor *input, const aclTensor *gradOutput,
                                                                    const aclTensor *offsetOut, const aclTensor *weight,
                                                                    const aclTensor *offset,
                                                                    const aclIntArray *kernelSize,
                                                                    const aclIntArray *stride,
                                                                    const aclIntArray *padding,
                                                                    const aclIntArray *dilation, int64_t groups,
                                                                    int64_t deformableGroups, bool modulated,
                                                                    ACLNN_OUT aclTensor *gradInput,
                                                                    ACLNN_OUT aclTensor *gradWeight,
                                                                    ACLNN_OUT aclTensor *gradOffset,
                                                                    ACLNN_OUT aclTensor *gradBias,
                                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDeformableConv2dBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
