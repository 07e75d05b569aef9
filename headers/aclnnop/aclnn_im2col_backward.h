/* Gradient of aclnnIm2col. */
#ifndef PYACLNN_ACLNNOP_ACLNN_IM2COL_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_IM2COL_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIm2colBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclIntArray *inputSize,
                                                          const aclIntArray *kernelSize, const aclIntArray *dilation,
                                                          const aclIntArray *padding, const aclIntArray *stride,
                                                          ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIm2colBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
