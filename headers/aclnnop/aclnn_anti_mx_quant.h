/* Turns values of microscaling blocks back into real numbers. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ANTI_MX_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_ANTI_MX_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAntiMxQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *mxscale, int64_t axis,
                                                       int64_t dstType, ACLNN_OUT const aclTensor *y,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAntiMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
