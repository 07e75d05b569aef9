/* Negative log likelihood of a class index for each place of an image. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NLL_LOSS2D_H
#define PYACLNN_ACLNNOP_ACLNN_NLL_LOSS2D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNLLLoss2dGetWorkspaceSize(const aclTensor *self, const aclTensor *target,
                                                     const aclTensor *weight, int64_t reduction, int64_t ignoreIndex,
                                                     ACLNN_OUT aclTensor *out, ACLNN_OUT aclTensor *totalWeightOut,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNLLLoss2d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
