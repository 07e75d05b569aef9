/* The same example, for kernels written with the C interface. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADD_EXAMPLE_C_API_H
#define PYACLNN_ACLNNOP_ACLNN_ADD_EXAMPLE_C_API_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddExampleCApiGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                          ACLNN_OUT const aclTensor *yOut, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddExampleCApi(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
