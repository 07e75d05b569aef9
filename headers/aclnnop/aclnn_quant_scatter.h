/* Quantizes updates and writes them at indices, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QUANT_SCATTER_H
#define PYACLNN_ACLNNOP_ACLNN_QUANT_SCATTER_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInplaceQuantScatterGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, const aclTensor *indices,
                                                               const aclTensor *updates, const aclTensor *quantScales,
                                                               ACLNN_OPTIONAL const aclTensor *quantZeroPoints,
                                                               int64_t axis, int64_t quantAxis, int64_t reduction,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceQuantScatter(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
