/* Variance over some dimensions. */
#ifndef PYACLNN_ACLNNOP_ACLNN_VAR_H
#define PYACLNN_ACLNNOP_ACLNN_VAR_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnVarGetWorkspaceSize(const aclTensor *self, ACLNN_OPTIONAL const aclIntArray *dim,
                                               bool unbiased, bool keepdim, ACLNN_OUT aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnVar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

ACLNN_API aclnnStatus aclnnVarCorrectionGetWorkspaceSize(const aclTensor *self, ACLNN_OPTIONAL const aclIntArray *dim,
                                                         int64_t correction, bool keepdim, ACLNN_OUT aclTensor *out,
                                                         uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnVarCorrection(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
