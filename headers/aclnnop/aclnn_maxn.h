/* Elementwise maximum over a list of tensors. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MAXN_H
#define PYACLNN_ACLNNOP_ACLNN_MAXN_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMaxNGetWorkspaceSize(const aclTensorList *tensors, ACLNN_OUT aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMaxN(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
