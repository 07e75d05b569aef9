/* Sum over some dimensions that passes over NaN. */
#ifndef PYACLNN_ACLNNOP_ACLNN_REDUCE_NANSUM_H
#define PYACLNN_ACLNNOP_ACLNN_REDUCE_NANSUM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnReduceNansumGetWorkspaceSize(const aclTensor *self, const aclIntArray *dim, bool keepDim,
                                                        aclDataType dtype, ACLNN_OUT aclTensor *out,
                                                        uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnReduceNansum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
