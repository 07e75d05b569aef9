/* Gaussian error linear unit, then quantization. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GELU_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_GELU_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnGeluQuantGetWorkspaceSize(const aclTensor *self,
                                                     ACLNN_OPTIONAL const aclTensor *inputScaleOptional,
                                                     ACLNN_OPTIONAL const aclTensor *inputOffsetOptional,
                                                     const char *approximate, const char *quantMode,
                                                     const char *roundMode, int64_t dstType,
                                                     ACLNN_OUT const aclTensor *y,
                                                     ACLNN_OPTIONAL ACLNN_OUT const aclTensor *outScaleOptional,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGeluQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
