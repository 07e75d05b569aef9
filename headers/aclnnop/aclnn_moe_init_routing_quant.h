/* Orders tokens by expert and quantizes them. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_INIT_ROUTING_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_INIT_ROUTING_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: scale, offset. */
ACLNN_API aclnnStatus aclnnMoeInitRoutingQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *rowIdx,
                                                               const aclTensor *expertIdx, int64_t activeNum,
                                                               double scale, double offset,
                                                               ACLNN_OUT const aclTensor *expandedXOut,
                                                               ACLNN_OUT const aclTensor *expandedRowIdxOut,
                                                               ACLNN_OUT const aclTensor *expandedExpertIdxOut,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeInitRoutingQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
