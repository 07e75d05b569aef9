/* Sum of the tensors of a list. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADD_N_H
#define PYACLNN_ACLNNOP_ACLNN_ADD_N_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddNGetWorkspaceSize(const aclTensorList *tensors, ACLNN_OUT aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddN(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
