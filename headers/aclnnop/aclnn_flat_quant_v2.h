/* Second version of aclnnFlatQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FLAT_QUANT_V2_H
#define PYACLNN_ACLNNOP_ACLNN_FLAT_QUANT_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFlatQuantV2GetWorkspaceSize(const aclTensor *x, const aclTensor *kroneckerP1,
                                                       const aclTensor *kroneckerP2, double clipRatio,
                                                       double dstTypeMax, ACLNN_OUT aclTensor *out,
                                                       ACLNN_OUT aclTensor *quantScale, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlatQuantV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
