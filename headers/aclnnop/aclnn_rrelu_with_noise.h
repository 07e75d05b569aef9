/* Negative elements times a random slope, with the slopes. */
#ifndef PYACLNN_ACLNNOP_ACLNN_RRELU_WITH_NOISE_H
#define PYACLNN_ACLNNOP_ACLNN_RRELU_WITH_NOISE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRReluWithNoiseGetWorkspaceSize(const aclTensor *self, const aclTensor *noise,
                                                          const aclScalar *lower, const aclScalar *upper, bool training,
                                                          int64_t seed, int64_t offset, ACLNN_OUT aclTensor *out,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRReluWithNoise(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceRReluWithNoiseGetWorkspaceSize(ACLNN_INOUT const aclTensor *self,
                                                                 const aclTensor *noise, const aclScalar *lower,
                                                                 const aclScalar *upper, bool training, int64_t seed,
                                                                 int64_t offset, uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceRReluWithNoise(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
