/* The addition that serves as an example in the operator repositories. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADD_EXAMPLE_H
#define PYACLNN_ACLNNOP_ACLNN_ADD_EXAMPLE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddExampleGetWorkspaceSize(const aclTensor *x, const aclTensor *y,
                                                      ACLNN_OUT const aclTensor *zOut, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddExample(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
