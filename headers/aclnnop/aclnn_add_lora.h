/* Adds a low-rank update, chosen for each row by an index, to y. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADD_LORA_H
#define PYACLNN_ACLNNOP_ACLNN_ADD_LORA_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: scale. */
ACLNN_API aclnnStatus aclnnAddLoraGetWorkspaceSize(const aclTensor *y, const aclTensor *x, const aclTensor *weightB,
                                                   const aclTensor *indices,
                                                   ACLNN_OPTIONAL const aclTensor *weightAOptional, int64_t layerIdx,
                                                   double scale, int64_t yOffset, int64_t ySliceSize,
                                                   ACLNN_OUT const aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddLora(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
