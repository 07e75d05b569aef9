/* Rotary position embedding of pairs that lie side by side. */
#ifndef PYACLNN_ACLNNOP_ACLNN_INTERLEAVE_ROPE_H
#define PYACLNN_ACLNNOP_ACLNN_INTERLEAVE_ROPE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInterleaveRopeGetWorkspaceSize(const aclTensor *x, const aclTensor *cos,
                                                          const aclTensor *sin, ACLNN_OUT aclTensor *out,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInterleaveRope(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
