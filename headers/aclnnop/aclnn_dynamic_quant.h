/* Quantization with a scale found for each row. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DYNAMIC_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_DYNAMIC_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDynamicQuantGetWorkspaceSize(const aclTensor *x,
                                                        ACLNN_OPTIONAL const aclTensor *smoothScalesOptional,
                                                        ACLNN_OUT const aclTensor *yOut,
                                                        ACLNN_OUT const aclTensor *scaleOut, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDynamicQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
