/* Third version of aclnnDropout. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DROPOUT_V3_H
#define PYACLNN_ACLNNOP_ACLNN_DROPOUT_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDropoutV3GetWorkspaceSize(const aclTensor *input,
                                                     ACLNN_OPTIONAL const aclTensor *optionalNoiseShape, double p,
                                                     int64_t seed, int64_t offset, ACLNN_OUT aclTensor *out,
                                                     ACLNN_OUT aclTensor *maskOut, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDropoutV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
