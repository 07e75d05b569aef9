/* Gradient of aclnnGRU. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GRU_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_GRU_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGRUBackwardGetWorkspaceSize(const aclTensor *input, const aclTensorList *params,
                                                       const aclTensor *hx, const aclTensor *dy, const aclTensor *dh,
                                                       const aclTensorList *r, const aclTensorList *z,
                                                       const aclTensorList *n, const aclTensorList *hn,
                                                       const aclTensorList *h, const aclTensor *batchSizes,
                                                       bool hasBias, int64_t numLayers, bool bidirection,
                                                       bool batchFirst, ACLNN_OUT aclTensor *dxOut,
                                                       ACLNN_OUT aclTensor *dhPrevOut,
                                                       ACLNN_OUT aclTensorList *dparamsOut, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGRUBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
