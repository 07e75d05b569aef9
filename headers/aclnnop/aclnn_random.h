/* Fills with random integers from a range, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_RANDOM_H
#define PYACLNN_ACLNNOP_ACLNN_RANDOM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInplaceRandomGetWorkspaceSize(ACLNN_INOUT const aclTensor *selfRef, int64_t from, int64_t to,
                                                         int64_t seed, int64_t offset, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceRandom(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceRandomTensorGetWorkspaceSize(ACLNN_INOUT const aclTensor *selfRef, int64_t from,
                                                               int64_t to, const aclTensor *seedTensor,
                                                               const aclTensor *offsetTensor, int64_t offset,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceRandomTensor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceRandomWithoutFromToGetWorkspaceSize(ACLNN_INOUT const aclTensor *selfRef,
                                                                      int64_t seed, int64_t offset,
                                                                      uint64_t *workspaceSize,
                                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceRandomWithoutFromTo(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                      aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceRandomWithoutFromToTensorGetWorkspaceSize(ACLNN_INOUT const aclTensor *selfRef,
                                                                            const aclTensor *seedTensor,
                                                                            const aclTensor *offsetTensor,
                                                                            int64_t offset, uint64_t *workspaceSize,
                                                                            aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceRandomWithoutFromToTensor(void *workspace, uint64_t workspaceSize,
                                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
