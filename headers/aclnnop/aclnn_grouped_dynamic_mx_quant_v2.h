/* Second version of aclnnGroupedDynamicMxQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_DYNAMIC_MX_QUANT_V2_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_DYNAMIC_MX_QUANT_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedDynamicMxQuantV2GetWorkspaceSize(const aclTensor *x, const aclTensor *groupIndex,
                                                                   const char *roundMode, int64_t dstType,
                                                                   int64_t blocksize, int64_t scaleAlg,
                                                                   double dstTypeMax, ACLNN_OUT const aclTensor *y,
                                                                   ACLNN_OUT const aclTensor *mxscale,
                                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedDynamicMxQuantV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
