/* Third version of aclnnFFN. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FFN_V3_H
#define PYACLNN_ACLNNOP_ACLNN_FFN_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnFFNV3GetWorkspaceSize(const aclTensor *x, const aclTensor *weight1, const aclTensor *weight2,
                                                 ACLNN_OPTIONAL const aclTensor *expertTokensOptional,
                                                 ACLNN_OPTIONAL const aclTensor *bias1Optional,
                                                 ACLNN_OPTIONAL const aclTensor *bias2Optional,
                                                 ACLNN_OPTIONAL const aclTensor *scaleOptional,
                                                 ACLNN_OPTIONAL const aclTensor *offsetOptional,
                                                 ACLNN_OPTIONAL const aclTensor *deqScale1Optional,
                                                 ACLNN_OPTIONAL const aclTensor *deqScale2Optional,
                                                 ACLNN_OPTIONAL const aclTensor *antiquantScale1Optional,
                                                 ACLNN_OPTIONAL const aclTensor *antiquantScale2Optional,
                                                 ACLNN_OPTIONAL const aclTensor *antiquantOffset1Optional,
                                                 ACLNN_OPTIONAL const aclTensor *antiquantOffset2Optional,
                                                 const char *activation, int64_t innerPrecise, bool tokensIndexFlag,
                                                 ACLNN_OUT const aclTensor *y, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFFNV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
