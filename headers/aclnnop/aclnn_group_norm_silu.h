/* Group normalization, then SiLU. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUP_NORM_SILU_H
#define PYACLNN_ACLNNOP_ACLNN_GROUP_NORM_SILU_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupNormSiluGetWorkspaceSize(const aclTensor *self, const aclTensor *gamma,
                                                         const aclTensor *beta, int64_t group, double eps,
                                                         ACLNN_OUT aclTensor *out, ACLNN_OUT aclTensor *meanOut,
                                                         ACLNN_OUT aclTensor *rstdOut, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupNormSilu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

ACLNN_API aclnnStatus aclnnGroupNormSiluV2GetWorkspaceSize(const aclTensor *self, const aclTensor *gamma,
                                                           const aclTensor *beta, int64_t group, double eps,
                                                           bool activateSilu, ACLNN_OUT aclTensor *out,
                                                           ACLNN_OUT aclTensor *meanOut, ACLNN_OUT aclTensor *rstdOut,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupNormSiluV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
