/* Gradient of aclnnMoeInitRoutingV2. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_INIT_ROUTING_V2_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_INIT_ROUTING_V2_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeInitRoutingV2GradGetWorkspaceSize(const aclTensor *gradExpandedX,
                                                                const aclTensor *expandedRowIdx, int64_t topK,
                                                                int64_t dropPadMode, int64_t activeNum,
                                                                ACLNN_OUT const aclTensor *out, uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeInitRoutingV2Grad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
