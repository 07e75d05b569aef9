/* Gradient of aclnnUpsampleBicubic2dAA. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUpsampleBicubic2dAAGradGetWorkspaceSize(const aclTensor *gradOutput,
                                                                   const aclIntArray *outputSize,
                                                                   const aclIntArray *inputSize, bool alignCorners,
                                                                   double scalesH, double scalesW,
                                                                   ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dAAGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
