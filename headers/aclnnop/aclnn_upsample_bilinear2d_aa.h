/* Bilinear resizing with antialiasing. */
#ifndef PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_BILINEAR2D_AA_H
#define PYACLNN_ACLNNOP_ACLNN_UPSAMPLE_BILINEAR2D_AA_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnUpsampleBilinear2dAAGetWorkspaceSize(const aclTensor *input, const aclIntArray *outputSize,
                                                                bool alignCorners, double scalesH, double scalesW,
                                                                ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dAA(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
