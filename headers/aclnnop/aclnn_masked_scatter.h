/* Writes elements of a source, in order, where a mask is true. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MASKED_SCATTER_H
#define PYACLNN_ACLNNOP_ACLNN_MASKED_SCATTER_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInplaceMaskedScatterGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, const aclTensor *mask,
                                                                const aclTensor *source, uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceMaskedScatter(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
