/* Quantization in microscaling blocks within groups of rows. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_DYNAMIC_MX_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_DYNAMIC_MX_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedDynamicMxQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *groupIndex,
                                                                 const char *roundMode, int64_t dstType,
                                                                 int64_t blocksize, ACLNN_OUT const aclTensor *y,
                                                                 ACLNN_OUT const aclTensor *mxscale,
                                                                 uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedDynamicMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
