/* Multiplies the colors of an image by its alpha channel. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MRGBA_CUSTOM_H
#define PYACLNN_ACLNNOP_ACLNN_MRGBA_CUSTOM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMrgbaCustomGetWorkspaceSize(const aclTensor *rgb, const aclTensor *alpha,
                                                       ACLNN_OUT const aclTensor *out, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMrgbaCustom(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
