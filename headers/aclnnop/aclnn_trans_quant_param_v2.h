/* Second version of aclnnTransQuantParam. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V2_H
#define PYACLNN_ACLNNOP_ACLNN_TRANS_QUANT_PARAM_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnTransQuantParamV2GetWorkspaceSize(const aclTensor *scale,
                                                             ACLNN_OPTIONAL const aclTensor *offset,
                                                             ACLNN_OUT const aclTensor *out, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTransQuantParamV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
