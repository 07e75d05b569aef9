/* Adds matrix products for groups of rows to y, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_ADD_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_ADD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedMatmulAddGetWorkspaceSize(const aclTensor *x, const aclTensor *weight,
                                                            const aclTensor *groupList,
                                                            ACLNN_INOUT const aclTensor *yRef, bool transposeX,
                                                            bool transposeWeight, int64_t groupType,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedMatmulAdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
