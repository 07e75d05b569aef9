/* Puts a foreground over another background by its mask. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BACKGROUND_REPLACE_H
#define PYACLNN_ACLNNOP_ACLNN_BACKGROUND_REPLACE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBackgroundReplaceGetWorkspaceSize(const aclTensor *bkg, const aclTensor *src,
                                                             const aclTensor *mask, ACLNN_OUT const aclTensor *out,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBackgroundReplace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
