/* log(x / (1 - x)), with x kept eps away from 0 and 1. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LOGIT_H
#define PYACLNN_ACLNNOP_ACLNN_LOGIT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: eps. */
ACLNN_API aclnnStatus aclnnLogitGetWorkspaceSize(const aclTensor *input, double eps, ACLNN_OUT const aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLogit(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
