/* Third version of aclnnDynamicQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DYNAMIC_QUANT_V3_H
#define PYACLNN_ACLNNOP_ACLNN_DYNAMIC_QUANT_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnDynamicQuantV3GetWorkspaceSize(const aclTensor *x,
                                                          ACLNN_OPTIONAL const aclTensor *smoothScalesOptional,
                                                          ACLNN_OPTIONAL const aclTensor *groupIndexOptional,
                                                          int64_t dstType, bool isSymmetrical,
                                                          ACLNN_OPTIONAL const char *quantMode,
                                                          ACLNN_OUT const aclTensor *yOut,
                                                          ACLNN_OUT const aclTensor *scaleOut,
                                                          ACLNN_OPTIONAL ACLNN_OUT const aclTensor *offsetOut,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDynamicQuantV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
