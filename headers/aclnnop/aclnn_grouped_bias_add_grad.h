/* Gradient of a bias that is added by groups of rows. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_BIAS_ADD_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_BIAS_ADD_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGroupedBiasAddGradGetWorkspaceSize(ACLNN_OPTIONAL const aclTensor *gradY,
                                                              ACLNN_OPTIONAL const aclTensor *groupIdxOptional,
                                                              ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedBiasAddGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

ACLNN_API aclnnStatus aclnnGroupedBiasAddGradV2GetWorkspaceSize(ACLNN_OPTIONAL const aclTensor *gradY,
                                                                ACLNN_OPTIONAL const aclTensor *groupIdxOptional,
                                                                int64_t groupIdxType, ACLNN_OUT aclTensor *out,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedBiasAddGradV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
