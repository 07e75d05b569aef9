/* Zeroes elements at random and scales the rest, with the mask. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DROPOUT_H
#define PYACLNN_ACLNNOP_ACLNN_DROPOUT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDropoutGetWorkspaceSize(const aclTensor *input, double p, bool train, int64_t seed,
                                                   int64_t offset, ACLNN_OUT aclTensor *out,
                                                   ACLNN_OUT aclTensor *maskOut, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDropout(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
