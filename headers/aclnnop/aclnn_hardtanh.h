/* Limits each element to [clipValueMin, clipValueMax]. */
#ifndef PYACLNN_ACLNNOP_ACLNN_HARDTANH_H
#define PYACLNN_ACLNNOP_ACLNN_HARDTANH_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnHardtanhGetWorkspaceSize(const aclTensor *self, const aclScalar *clipValueMin,
                                                    const aclScalar *clipValueMax, ACLNN_OUT aclTensor *out,
                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnHardtanh(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceHardtanhGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef,
                                                           const aclScalar *clipValueMin, const aclScalar *clipValueMax,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceHardtanh(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
