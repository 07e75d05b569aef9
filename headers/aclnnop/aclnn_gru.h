/* Gated recurrent unit over a sequence. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GRU_H
#define PYACLNN_ACLNNOP_ACLNN_GRU_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGRUGetWorkspaceSize(const aclTensor *input, const aclTensorList *params,
                                               ACLNN_OPTIONAL const aclTensor *hx,
                                               ACLNN_OPTIONAL const aclTensor *batchSizes, bool hasBias,
                                               int64_t numLayers, double dropout, bool train, bool bidirection,
                                               bool batchFirst, ACLNN_OUT aclTensor *output, ACLNN_OUT aclTensor *hy,
                                               ACLNN_OPTIONAL ACLNN_OUT aclTensorList *rOut,
                                               ACLNN_OPTIONAL ACLNN_OUT aclTensorList *zOut,
                                               ACLNN_OPTIONAL ACLNN_OUT aclTensorList *nOut,
                                               ACLNN_OPTIONAL ACLNN_OUT aclTensorList *hnOut,
                                               ACLNN_OPTIONAL ACLNN_OUT aclTensorList *hOut, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGRU(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
