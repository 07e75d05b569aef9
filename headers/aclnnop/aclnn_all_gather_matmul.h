/* Gathers x1 from all ranks while multiplying it with x2. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ALL_GATHER_MATMUL_H
#define PYACLNN_ACLNNOP_ACLNN_ALL_GATHER_MATMUL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAllGatherMatmulGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2,
                                                           ACLNN_OPTIONAL const aclTensor *bias, const char *group,
                                                           int64_t gatherIndex, int64_t commTurn, int64_t streamMode,
                                                           ACLNN_OUT const aclTensor *output,
                                                           ACLNN_OUT const aclTensor *gatherOut,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAllGatherMatmul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
