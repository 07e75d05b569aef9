/* Multiplies by two small matrices, then quantizes to four bits. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FLAT_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_FLAT_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFlatQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *kroneckerP1,
                                                     const aclTensor *kroneckerP2, double clipRatio,
                                                     ACLNN_OUT aclTensor *out, ACLNN_OUT aclTensor *quantScale,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFlatQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
