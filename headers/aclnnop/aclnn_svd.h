/* Singular value decomposition of each matrix. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SVD_H
#define PYACLNN_ACLNNOP_ACLNN_SVD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSvdGetWorkspaceSize(const aclTensor *input, const bool fullMatrices, const bool computeUV,
                                               ACLNN_OUT aclTensor *sigma, ACLNN_OUT aclTensor *u,
                                               ACLNN_OUT aclTensor *v, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSvd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
