/* Puts values back at the places of their maxima, in three dimensions. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MAX_UNPOOL3D_H
#define PYACLNN_ACLNNOP_ACLNN_MAX_UNPOOL3D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMaxUnpool3dGetWorkspaceSize(const aclTensor *self, const aclTensor *indices,
                                                       const aclIntArray *outputSize, const aclIntArray *stride,
                                                       const aclIntArray *padding, ACLNN_INOUT aclTensor *outRef,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMaxUnpool3d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
