/* Variance and mean over some dimensions. */
#ifndef PYACLNN_ACLNNOP_ACLNN_VAR_MEAN_H
#define PYACLNN_ACLNNOP_ACLNN_VAR_MEAN_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnVarMeanGetWorkspaceSize(const aclTensor *self, ACLNN_OPTIONAL const aclIntArray *dim,
                                                   int64_t correction, bool keepdim, ACLNN_OUT aclTensor *varOut,
                                                   ACLNN_OUT aclTensor *meanOut, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnVarMean(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
