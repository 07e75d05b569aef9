/* Fourth version of aclnnGroupedMatmul. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_V4_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_V4_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    GMM_ACT_TYPE_NONE = 0,
    GMM_ACT_TYPE_RELU = 1,
    GMM_ACT_TYPE_GELU_TANH = 2,
    GMM_ACT_TYPE_GELU_ERR_FUNC = 3,
    GMM_ACT_TYPE_FAST_GELU = 4,
    GMM_ACT_TYPE_SILU = 5,
} GMMActType;

ACLNN_API aclnnStatus aclnnGroupedMatmulV4GetWorkspaceSize(
    const aclTensorList *x, const aclTensorList *weight, ACLNN_OPTIONAL const aclTensorList *biasOptional,
    ACLNN_OPTIONAL const aclTensorList *scaleOptional, ACLNN_OPTIONAL const aclTensorList *offsetOptional,
    ACLNN_OPTIONAL const aclTensorList *antiquantScaleOptional,
    ACLNN_OPTIONAL const aclTensorList *antiquantOffsetOptional,
    ACLNN_OPTIONAL const aclTensorList *perTokenScaleOptional, ACLNN_OPTIONAL const aclTensor *groupListOptional,
    ACLNN_OPTIONAL const aclTensorList *activationInputOptional,
    ACLNN_OPTIONAL const aclTensorList *activationQuantScaleOptional,
    ACLNN_OPTIONAL const aclTensorList *activationQuantOffsetOptional, int64_t splitItem, int64_t groupType,
    int64_t groupListType, int64_t actType, ACLNN_OUT aclTensorList *out,
    ACLNN_OPTIONAL ACLNN_OUT aclTensorList *activationFeatureOutOptional,
    ACLNN_OPTIONAL ACLNN_OUT aclTensorList *dynQuantScaleOutOptional, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedMatmulV4(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
