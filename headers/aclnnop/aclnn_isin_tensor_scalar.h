/* Whether elements equal a scalar. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ISIN_TENSOR_SCALAR_H
#define PYACLNN_ACLNNOP_ACLNN_ISIN_TENSOR_SCALAR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIsInTensorScalarGetWorkspaceSize(const aclTensor *element, const aclScalar *testElement,
                                                            bool assumeUnique, bool invert, ACLNN_OUT aclTensor *out,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIsInTensorScalar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
