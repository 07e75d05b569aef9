/* Step function; values says what it is at zero. */
#ifndef PYACLNN_ACLNNOP_ACLNN_HEAVISIDE_H
#define PYACLNN_ACLNNOP_ACLNN_HEAVISIDE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnHeavisideGetWorkspaceSize(const aclTensor *input, const aclTensor *values,
                                                     ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnHeaviside(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
