/* 1 / each element. */
#ifndef PYACLNN_ACLNNOP_ACLNN_RECIPROCAL_H
#define PYACLNN_ACLNNOP_ACLNN_RECIPROCAL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnReciprocalGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                      uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnReciprocal(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceReciprocalGetWorkspaceSize(ACLNN_INOUT const aclTensor *selfRef,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceReciprocal(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
