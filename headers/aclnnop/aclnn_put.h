/* Writes or adds values at indices into the flattened tensor, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_PUT_H
#define PYACLNN_ACLNNOP_ACLNN_PUT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInplacePutGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, const aclTensor *index,
                                                      const aclTensor *source, bool accumulate, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplacePut(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
