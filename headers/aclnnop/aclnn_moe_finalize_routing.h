/* Puts tokens back in order and sums the results of their experts. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeFinalizeRoutingGetWorkspaceSize(const aclTensor *expandedX, const aclTensor *x1,
                                                              ACLNN_OPTIONAL const aclTensor *x2Optional,
                                                              const aclTensor *bias, const aclTensor *scales,
                                                              const aclTensor *expandedRowIdx,
                                                              const aclTensor *expandedExpertIdx,
                                                              ACLNN_OUT const aclTensor *yOut, uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeFinalizeRouting(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
