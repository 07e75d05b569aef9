/* Quantization with scales and zero points along an axis. */
#ifndef PYACLNN_ACLNNOP_ACLNN_QUANTIZE_H
#define PYACLNN_ACLNNOP_ACLNN_QUANTIZE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnQuantizeGetWorkspaceSize(const aclTensor *x, const aclTensor *scales,
                                                    ACLNN_OPTIONAL const aclTensor *zeroPoints, aclDataType dtype,
                                                    int32_t axis, ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnQuantize(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
