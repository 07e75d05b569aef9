/* Puts values back at the places of their maxima, in two dimensions. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MAX_UNPOOL2D_H
#define PYACLNN_ACLNNOP_ACLNN_MAX_UNPOOL2D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMaxUnpool2dGetWorkspaceSize(const aclTensor *self, const aclTensor *indices,
                                                       const aclIntArray *outputSize, ACLNN_OUT aclTensor *out,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMaxUnpool2d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
