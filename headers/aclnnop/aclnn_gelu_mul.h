/* Product of the GELU of one half with the other. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GELU_MUL_H
#define PYACLNN_ACLNNOP_ACLNN_GELU_MUL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGeluMulGetWorkspaceSize(const aclTensor *input, ACLNN_OPTIONAL char *approximateOptional,
                                                   ACLNN_OUT const aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGeluMul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
