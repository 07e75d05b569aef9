/* Writes a scalar where a mask is true, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MASKED_FILL_SCALAR_H
#define PYACLNN_ACLNNOP_ACLNN_MASKED_FILL_SCALAR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInplaceMaskedFillScalarGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef,
                                                                   const aclTensor *mask, const aclScalar *value,
                                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceMaskedFillScalar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
