/* Convolution whose sampling points are moved by offsets. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DEFORMABLE_CONV2D_H
#define PYACLNN_ACLNNOP_ACLNN_DEFORMABLE_CONV2D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDeformableConv2dGetWorkspaceSize(const aclTensor *x, const aclTensor *weight,
                                                            const aclTensor *offset,
                                                            ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                            const aclIntArray *kernelSize, const aclIntArray *stride,
                                                            const aclIntArray *padding, const aclIntArray *dilation,
                                                            int64_t groups, int64_t deformableGroups, bool modulated,
                                                            ACLNN_OUT aclTensor *out,
                                                            ACLNN_OPTIONAL ACLNN_OUT aclTensor *deformOutOptional,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDeformableConv2d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
