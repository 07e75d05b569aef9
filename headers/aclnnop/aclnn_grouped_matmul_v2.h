/* Second version of aclnnGroupedMatmul. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_V2_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedMatmulV2GetWorkspaceSize(const aclTensorList *x, const aclTensorList *weight,
                                                           ACLNN_OPTIONAL const aclTensorList *biasOptional,
                                                           ACLNN_OPTIONAL const aclTensorList *scaleOptional,
                                                           ACLNN_OPTIONAL const aclTensorList *offsetOptional,
                                                           ACLNN_OPTIONAL const aclTensorList *antiquantScaleOptional,
                                                           ACLNN_OPTIONAL const aclTensorList *antiquantOffsetOptional,
                                                           ACLNN_OPTIONAL const aclIntArray *groupListOptional,
                                                           int64_t splitItem, int64_t groupType,
                                                           ACLNN_OUT const aclTensorList *y, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedMatmulV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
