/* Rotary position embedding from a cache of sines and cosines. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ROPE_WITH_SIN_COS_CACHE_H
#define PYACLNN_ACLNNOP_ACLNN_ROPE_WITH_SIN_COS_CACHE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRopeWithSinCosCacheGetWorkspaceSize(const aclTensor *positions, const aclTensor *queryIn,
                                                               const aclTensor *keyIn, const aclTensor *cosSinCache,
                                                               ACLNN_OPTIONAL const aclIntArray *mropeSection,
                                                               int64_t headSize, bool isNeoxStyle,
                                                               ACLNN_OUT aclTensor *queryOut,
                                                               ACLNN_OUT aclTensor *keyOut, uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRopeWithSinCosCache(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
