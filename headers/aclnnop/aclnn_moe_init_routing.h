/* Orders tokens by expert. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_INIT_ROUTING_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_INIT_ROUTING_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMoeInitRoutingGetWorkspaceSize(const aclTensor *x, const aclTensor *rowIdx,
                                                          const aclTensor *expertIdx, int64_t activeNum,
                                                          ACLNN_OUT const aclTensor *expandedXOut,
                                                          ACLNN_OUT const aclTensor *expandedRowIdxOut,
                                                          ACLNN_OUT const aclTensor *expandedExpertIdxOut,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeInitRouting(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
