/* Adds slices at indices, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TF_SCATTER_ADD_H
#define PYACLNN_ACLNNOP_ACLNN_TF_SCATTER_ADD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnTfScatterAddGetWorkspaceSize(ACLNN_INOUT aclTensor *varRef, const aclTensor *indices,
                                                        const aclTensor *updates, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTfScatterAdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
