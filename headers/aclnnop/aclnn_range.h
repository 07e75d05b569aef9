/* Numbers from start to end by step, the end included. */
#ifndef PYACLNN_ACLNNOP_ACLNN_RANGE_H
#define PYACLNN_ACLNNOP_ACLNN_RANGE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRangeGetWorkspaceSize(const aclScalar *start, const aclScalar *end, const aclScalar *step,
                                                 ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRange(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
