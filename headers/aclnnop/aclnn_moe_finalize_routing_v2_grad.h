/* Gradient of aclnnMoeFinalizeRoutingV2. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V2_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V2_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeFinalizeRoutingV2GradGetWorkspaceSize(const aclTensor *gradY,
                                                                    const aclTensor *expandedRowIdx,
                                                                    ACLNN_OPTIONAL const aclTensor *expandedXOptional,
                                                                    ACLNN_OPTIONAL const aclTensor *scalesOptional,
                                                                    ACLNN_OPTIONAL const aclTensor *expertIdxOptional,
                                                                    ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                                    int64_t dropPadMode, int64_t activeNum,
                                                                    int64_t expertNum, int64_t expertCapacity,
                                                                    ACLNN_OUT const aclTensor *gradExpandedXOut,
                                                                    ACLNN_OUT const aclTensor *gradScalesOut,
                                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeFinalizeRoutingV2Grad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
