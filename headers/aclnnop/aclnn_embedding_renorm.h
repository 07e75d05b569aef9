/* Scales the used rows of a table down to a largest norm, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_EMBEDDING_RENORM_H
#define PYACLNN_ACLNNOP_ACLNN_EMBEDDING_RENORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnEmbeddingRenormGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, const aclTensor *indices,
                                                           double maxNorm, double normType, uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnEmbeddingRenorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
