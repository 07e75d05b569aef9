/* Second version of aclnnInplaceQuantScatter. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QUANT_SCATTER_V2_H
#define PYACLNN_ACLNNOP_ACLNN_QUANT_SCATTER_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInplaceQuantScatterV2GetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef,
                                                                 const aclTensor *indices, const aclTensor *updates,
                                                                 const aclTensor *quantScales,
                                                                 const aclTensor *quantZeroPoints, int64_t axis,
                                                                 int64_t quantAxis, int64_t reduction,
                                                                 const char *roundMode, uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceQuantScatterV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
