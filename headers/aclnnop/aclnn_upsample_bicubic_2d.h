/* Bicubic resizing. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_H
#define PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUpsampleBicubic2dGetWorkspaceSize(const aclTensor *self, const aclIntArray *outputSize,
                                                             const bool alignCorners, const double scalesH,
                                                             const double scalesW, ACLNN_OUT aclTensor *out,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUpsampleBicubic2d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
