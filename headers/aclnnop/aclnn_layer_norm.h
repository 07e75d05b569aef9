/* Layer normalization over normalizedShape, with the mean and 1 / standard deviation on request. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LAYER_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_LAYER_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLayerNormGetWorkspaceSize(const aclTensor *input, const aclIntArray *normalizedShape,
                                                     ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                     ACLNN_OPTIONAL const aclTensor *biasOptional, double eps,
                                                     ACLNN_OUT aclTensor *out,
                                                     ACLNN_OPTIONAL ACLNN_OUT aclTensor *meanOutOptional,
                                                     ACLNN_OPTIONAL ACLNN_OUT aclTensor *rstdOutOptional,
                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLayerNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

ACLNN_API aclnnStatus aclnnLayerNormWithImplModeGetWorkspaceSize(const aclTensor *input,
                                                                 const aclIntArray *normalizedShape,
                                                                 ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                                 ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                                 double eps, ACLNN_OUT aclTensor *out,
                                                                 ACLNN_OPTIONAL ACLNN_OUT aclTensor *meanOutOptional,
                                                                 ACLNN_OPTIONAL ACLNN_OUT aclTensor *rstdOutOptional,
                                                                 int32_t implMode, uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLayerNormWithImplMode(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

ACLNN_API aclnnStatus aclnnFastLayerNormGetWorkspaceSize(const aclTensor *input, const aclIntArray *normalizedShape,
                                                         ACLNN_OPTIONAL const aclTensor *weightOptional,
                                                         ACLNN_OPTIONAL const aclTensor *biasOptional, double eps,
                                                         ACLNN_OUT aclTensor *out,
                                                         ACLNN_OPTIONAL ACLNN_OUT aclTensor *meanOutOptional,
                                                         ACLNN_OPTIONAL ACLNN_OUT aclTensor *rstdOutOptional,
                                                         uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnFastLayerNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
