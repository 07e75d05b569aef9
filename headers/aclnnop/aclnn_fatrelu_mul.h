/* Product of two halves, the first one zeroed up to a threshold. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FATRELU_MUL_H
#define PYACLNN_ACLNNOP_ACLNN_FATRELU_MUL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFatreluMulGetWorkspaceSize(const aclTensor *input, const aclTensor *threshold,
                                                      ACLNN_OUT const aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFatreluMul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
