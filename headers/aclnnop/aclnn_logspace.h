/* Powers of a base with exponents in equal steps. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LOGSPACE_H
#define PYACLNN_ACLNNOP_ACLNN_LOGSPACE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLogSpaceGetWorkspaceSize(const aclScalar *start, const aclScalar *end, int64_t steps,
                                                    double base, ACLNN_OUT const aclTensor *result,
                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLogSpace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
