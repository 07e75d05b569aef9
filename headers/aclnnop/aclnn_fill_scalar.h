/* Writes a scalar to every element, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FILL_SCALAR_H
#define PYACLNN_ACLNNOP_ACLNN_FILL_SCALAR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInplaceFillScalarGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, const aclScalar *value,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceFillScalar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
