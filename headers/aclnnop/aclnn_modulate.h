/* x * (1 + scale) + shift, with values for each sample. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MODULATE_H
#define PYACLNN_ACLNNOP_ACLNN_MODULATE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnModulateGetWorkspaceSize(const aclTensor *self,
                                                    ACLNN_OPTIONAL const aclTensor *scaleOptional,
                                                    ACLNN_OPTIONAL const aclTensor *shiftOptional,
                                                    ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnModulate(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
