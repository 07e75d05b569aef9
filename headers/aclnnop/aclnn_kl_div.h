/* Kullback-Leibler divergence. */
#ifndef PYACLNN_ACLNNOP_ACLNN_KL_DIV_H
#define PYACLNN_ACLNNOP_ACLNN_KL_DIV_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnKlDivGetWorkspaceSize(const aclTensor *self, const aclTensor *target, int64_t reduction,
                                                 bool logTarget, ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnKlDiv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
