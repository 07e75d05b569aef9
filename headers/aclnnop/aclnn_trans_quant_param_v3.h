/* Third version of aclnnTransQuantParam. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V3_H
#define PYACLNN_ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnTransQuantParamV3GetWorkspaceSize(const aclTensor *scale,
                                                             ACLNN_OPTIONAL const aclTensor *offset, int64_t roundMode,
                                                             ACLNN_OUT const aclTensor *out, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTransQuantParamV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
