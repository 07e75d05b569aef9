/* Turns a permutation of segments into one of their elements. */
#ifndef PYACLNN_ACLNNOP_ACLNN_EXPAND_INTO_JAGGED_PERMUTE_H
#define PYACLNN_ACLNNOP_ACLNN_EXPAND_INTO_JAGGED_PERMUTE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnExpandIntoJaggedPermuteGetWorkspaceSize(const aclTensor *permute,
                                                                   const aclTensor *inputOffset,
                                                                   const aclTensor *outputOffset, int64_t outputSize,
                                                                   ACLNN_OUT const aclTensor *outputPermuteOut,
                                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnExpandIntoJaggedPermute(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
