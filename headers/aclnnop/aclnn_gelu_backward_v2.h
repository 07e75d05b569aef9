/* Gradient of GELU. approximate: "none" or "tanh". */
#ifndef PYACLNN_ACLNNOP_ACLNN_GELU_BACKWARD_V2_H
#define PYACLNN_ACLNNOP_ACLNN_GELU_BACKWARD_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGeluBackwardV2GetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *self,
                                                          char *approximate, ACLNN_OUT aclTensor *gradInput,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGeluBackwardV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
