/* Transpose and reshape in one step. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CONFUSION_TRANSPOSE_H
#define PYACLNN_ACLNNOP_ACLNN_CONFUSION_TRANSPOSE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnConfusionTransposeGetWorkspaceSize(const aclTensor *x, const aclIntArray *perm,
                                                              const aclIntArray *shape, bool transpose_first,
                                                              ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnConfusionTranspose(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
