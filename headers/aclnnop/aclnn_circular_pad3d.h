/* Pads three dimensions with the values from the opposite end. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CIRCULAR_PAD3D_H
#define PYACLNN_ACLNNOP_ACLNN_CIRCULAR_PAD3D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnCircularPad3dGetWorkspaceSize(const aclTensor *self, const aclIntArray *padding,
                                                         ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnCircularPad3d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
