/* Whether elements are plus infinity. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ISPOSINF_H
#define PYACLNN_ACLNNOP_ACLNN_ISPOSINF_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIsPosInfGetWorkspaceSize(const aclTensor *self, ACLNN_OUT aclTensor *out,
                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIsPosInf(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
