/* Turns microscaling blocks along rows into square ones. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MX_TO_BLOCK_MX_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_MX_TO_BLOCK_MX_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMxToBlockMxQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *mxscale,
                                                            int64_t dstType, ACLNN_OUT const aclTensor *y,
                                                            ACLNN_OUT const aclTensor *scale1,
                                                            ACLNN_OUT const aclTensor *scale2, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMxToBlockMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
