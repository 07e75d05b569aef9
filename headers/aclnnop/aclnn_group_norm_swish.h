/* Group normalization, then swish. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUP_NORM_SWISH_H
#define PYACLNN_ACLNNOP_ACLNN_GROUP_NORM_SWISH_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: eps, swishScale. */
ACLNN_API aclnnStatus aclnnGroupNormSwishGetWorkspaceSize(const aclTensor *x, const aclTensor *gamma,
                                                          const aclTensor *beta, int64_t numGroups,
                                                          ACLNN_OPTIONAL char *dataFormatOptional, double eps,
                                                          bool activateSwish, double swishScale,
                                                          ACLNN_OUT const aclTensor *yOut,
                                                          ACLNN_OUT const aclTensor *meanOut,
                                                          ACLNN_OUT const aclTensor *rstdOut, uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupNormSwish(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
