/* Fills with normally distributed numbers, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NORMAL_H
#define PYACLNN_ACLNNOP_ACLNN_NORMAL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInplaceNormalGetWorkspaceSize(ACLNN_INOUT const aclTensor *selfRef, float mean, float std,
                                                         int64_t seed, int64_t offset, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceNormal(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceNormalTensorGetWorkspaceSize(ACLNN_INOUT const aclTensor *selfRef, float mean,
                                                               float std, const aclTensor *seedTensor,
                                                               const aclTensor *offsetTensor, int64_t offset,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceNormalTensor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
