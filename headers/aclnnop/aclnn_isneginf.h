/* Whether elements are minus infinity. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ISNEGINF_H
#define PYACLNN_ACLNNOP_ACLNN_ISNEGINF_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIsNegInfGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIsNegInf(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
