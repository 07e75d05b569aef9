/* Rounds each tensor of a list, in the way asked; second version. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_V2_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachRoundOffNumberV2GetWorkspaceSize(const aclTensorList *x, const aclScalar *roundMode,
                                                                   ACLNN_OUT aclTensorList *out,
                                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachRoundOffNumberV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
