/* Gradient of aclnnModulate. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MODULATE_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_MODULATE_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnModulateBackwardGetWorkspaceSize(const aclTensor *grad_output, const aclTensor *input,
                                                            ACLNN_OPTIONAL const aclTensor *scale,
                                                            ACLNN_OPTIONAL const aclTensor *shift,
                                                            ACLNN_OUT const aclTensor *grad_input,
                                                            ACLNN_OUT const aclTensor *grad_scale,
                                                            ACLNN_OUT const aclTensor *grad_shift,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnModulateBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
