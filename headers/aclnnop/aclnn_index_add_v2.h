/* Second version of aclnnIndexAdd. */
#ifndef PYACLNN_ACLNNOP_ACLNN_INDEX_ADD_V2_H
#define PYACLNN_ACLNNOP_ACLNN_INDEX_ADD_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIndexAddV2GetWorkspaceSize(const aclTensor *self, const int64_t dim, const aclTensor *index,
                                                      const aclTensor *source, const aclScalar *alpha, int64_t mode,
                                                      ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIndexAddV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
