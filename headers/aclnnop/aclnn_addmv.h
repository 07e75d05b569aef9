/* beta * self + alpha * (mat @ vec). */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADDMV_H
#define PYACLNN_ACLNNOP_ACLNN_ADDMV_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddmvGetWorkspaceSize(const aclTensor *self, const aclTensor *mat, const aclTensor *vec,
                                                 const aclScalar *alpha, const aclScalar *beta,
                                                 ACLNN_OUT aclTensor *out, int8_t cubeMathType, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddmv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
