/* Rounds each tensor of a list, in the way asked. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_H
#define PYACLNN_ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnForeachRoundOffNumberGetWorkspaceSize(const aclTensorList *x, const aclTensor *roundMode,
                                                                 ACLNN_OUT const aclTensorList *out,
                                                                 uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnForeachRoundOffNumber(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
