/* Whether a scalar or elements occur in a tensor. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ISIN_H
#define PYACLNN_ACLNNOP_ACLNN_ISIN_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIsInScalarTensorGetWorkspaceSize(const aclScalar *element, const aclTensor *testElements,
                                                            bool assumeUnique, bool invert, ACLNN_OUT aclTensor *out,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIsInScalarTensor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
