/* Bicubic resizing with antialiasing. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_H
#define PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUpsampleBicubic2dAAGetWorkspaceSize(const aclTensor *x, const aclIntArray *outputSize,
                                                               const bool alignCorners, const double scalesH,
                                                               const double scalesW, ACLNN_OUT aclTensor *out,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dAA(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
