/* Gated activation of groups of rows, weighted. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SWIGLU_GROUP_H
#define PYACLNN_ACLNNOP_ACLNN_SWIGLU_GROUP_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: clampLimit. */
ACLNN_API aclnnStatus aclnnSwigluGroupGetWorkspaceSize(const aclTensor *x,
                                                       ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                       ACLNN_OPTIONAL const aclTensor *groupIndexOptional,
                                                       double clampLimit, ACLNN_OUT const aclTensor *out,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSwigluGroup(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
