/* Blends an image into a frame by its alpha channel. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BLEND_IMAGES_CUSTOM_H
#define PYACLNN_ACLNNOP_ACLNN_BLEND_IMAGES_CUSTOM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBlendImagesCustomGetWorkspaceSize(const aclTensor *rgb, const aclTensor *alpha,
                                                             const aclTensor *frame, ACLNN_OUT const aclTensor *out,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBlendImagesCustom(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
