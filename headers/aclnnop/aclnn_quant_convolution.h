/* Convolution of quantized values. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QUANT_CONVOLUTION_H
#define PYACLNN_ACLNNOP_ACLNN_QUANT_CONVOLUTION_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnQuantConvolutionGetWorkspaceSize(const aclTensor *input, const aclTensor *weight,
                                                            const aclTensor *bias, const aclTensor *scale,
                                                            ACLNN_OPTIONAL const aclTensor *offset,
                                                            const aclIntArray *stride, const aclIntArray *padding,
                                                            const aclIntArray *dilation, bool transposed,
                                                            ACLNN_OPTIONAL const aclIntArray *outputPadding,
                                                            int64_t groups, int32_t offsetx,
                                                            ACLNN_OPTIONAL const char *roundMode,
                                                            ACLNN_OUT aclTensor *output, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnQuantConvolution(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

ACLNN_API aclnnStatus aclnnQuantConvolutionWeightNzGetWorkspaceSize(const aclTensor *input, const aclTensor *weight,
                                                                    const aclTensor *bias, const aclTensor *scale,
                                                                    ACLNN_OPTIONAL const aclTensor *offset,
                                                                    const aclIntArray *stride,
                                                                    const aclIntArray *padding,
                                                                    const aclIntArray *dilation, bool transposed,
                                                                    ACLNN_OPTIONAL const aclIntArray *outputPadding,
                                                                    int64_t groups, int32_t offsetx,
                                                                    ACLNN_OPTIONAL const char *roundMode,
                                                                    ACLNN_OUT aclTensor *output,
                                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnQuantConvolutionWeightNz(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
