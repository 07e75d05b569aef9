/* Combines values at indices along a dimension. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SCATTER_REDUCE_H
#define PYACLNN_ACLNNOP_ACLNN_SCATTER_REDUCE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnScatterReduceGetWorkspaceSize(const aclTensor *self, int64_t dim, const aclTensor *index,
                                                         const aclTensor *src, int64_t reduce, bool includeSelf,
                                                         ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnScatterReduce(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceScatterReduceGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, int64_t dim,
                                                                const aclTensor *index, const aclTensor *src,
                                                                int64_t reduce, bool includeSelf,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceScatterReduce(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
