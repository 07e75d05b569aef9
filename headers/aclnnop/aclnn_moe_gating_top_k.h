/* Chooses the best k experts of each token from scores. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MOE_GATING_TOP_K_H
#define PYACLNN_ACLNNOP_ACLNN_MOE_GATING_TOP_K_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: routedScalingFactor, eps. */
ACLNN_API aclnnStatus aclnnMoeGatingTopKGetWorkspaceSize(const aclTensor *x,
                                                         ACLNN_OPTIONAL const aclTensor *biasOptional, int64_t k,
                                                         int64_t kGroup, int64_t groupCount, int64_t groupSelectMode,
                                                         int64_t renorm, int64_t normType, bool outFlag,
                                                         double routedScalingFactor, double eps,
                                                         ACLNN_OUT const aclTensor *yOut,
                                                         ACLNN_OUT const aclTensor *expertIdxOut,
                                                         ACLNN_OUT const aclTensor *outOut, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMoeGatingTopK(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
