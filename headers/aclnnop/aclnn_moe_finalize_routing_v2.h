/* Second version of aclnnMoeFinalizeRouting. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V2_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeFinalizeRoutingV2GetWorkspaceSize(const aclTensor *expandedX,
                                                                const aclTensor *expandedRowIdx,
                                                                ACLNN_OPTIONAL const aclTensor *x1Optional,
                                                                ACLNN_OPTIONAL const aclTensor *x2Optional,
                                                                ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                                ACLNN_OPTIONAL const aclTensor *scalesOptional,
                                                                ACLNN_OPTIONAL const aclTensor *expertIdxOptional,
                                                                int64_t dropPadMode, ACLNN_OUT const aclTensor *out,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeFinalizeRoutingV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
