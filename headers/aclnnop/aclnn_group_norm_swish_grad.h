/* Gradient of aclnnGroupNormSwish. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUP_NORM_SWISH_GRAD_H
#define PYACLNN_ACLNNOP_ACLNN_GROUP_NORM_SWISH_GRAD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: swishScale. */
ACLNN_API aclnnStatus aclnnGroupNormSwishGradGetWorkspaceSize(const aclTensor *dy, const aclTensor *mean,
                                                              const aclTensor *rstd, const aclTensor *x,
                                                              const aclTensor *gamma, const aclTensor *beta,
                                                              int64_t numGroups,
                                                              ACLNN_OPTIONAL char *dataFormatOptional,
                                                              double swishScale, bool dgammaIsRequire,
                                                              bool dbetaIsRequire, ACLNN_OUT const aclTensor *dxOut,
                                                              ACLNN_OUT const aclTensor *dgammaOut,
                                                              ACLNN_OUT const aclTensor *dbetaOut,
                                                              uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupNormSwishGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
