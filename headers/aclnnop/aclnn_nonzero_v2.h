/* Second version of aclnnNonzero. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NONZERO_V2_H
#define PYACLNN_ACLNNOP_ACLNN_NONZERO_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNonzeroV2GetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNonzeroV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
