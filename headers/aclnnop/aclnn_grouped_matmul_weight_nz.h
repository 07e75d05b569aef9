/* aclnnGroupedMatmulV5 with weights in FRACTAL_NZ. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_WEIGHT_NZ_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_MATMUL_WEIGHT_NZ_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedMatmulWeightNzGetWorkspaceSize(
    const aclTensorList *x, const aclTensorList *weight, ACLNN_OPTIONAL const aclTensorList *biasOptional,
    ACLNN_OPTIONAL const aclTensorList *scaleOptional, ACLNN_OPTIONAL const aclTensorList *offsetOptional,
    ACLNN_OPTIONAL const aclTensorList *antiquantScaleOptional,
    ACLNN_OPTIONAL const aclTensorList *antiquantOffsetOptional,
    ACLNN_OPTIONAL const aclTensorList *perTokenScaleOptional, ACLNN_OPTIONAL const aclTensor *groupListOptional,
    ACLNN_OPTIONAL const aclTensorList *activationInputOptional,
    ACLNN_OPTIONAL const aclTensorList *activationQuantScaleOptional,
    ACLNN_OPTIONAL const aclTensorList *activationQuantOffsetOptional, int64_t splitItem, int64_t groupType,
    int64_t groupListType, int64_t actType, ACLNN_OPTIONAL aclIntArray *tuningConfigOptional, int64_t quantGroupSize,
    ACLNN_OUT aclTensorList *out, ACLNN_OPTIONAL ACLNN_OUT aclTensorList *activationFeatureOutOptional,
    ACLNN_OPTIONAL ACLNN_OUT aclTensorList *dynQuantScaleOutOptional, uint64_t *workspaceSize,
    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedMatmulWeightNz(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
