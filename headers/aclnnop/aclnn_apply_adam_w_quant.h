/* One step of AdamW with quantized moments, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_APPLY_ADAM_W_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_APPLY_ADAM_W_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: lr, beta1, beta2, weightDecay, eps, gnormScale. */
ACLNN_API aclnnStatus aclnnApplyAdamWQuantGetWorkspaceSize(ACLNN_INOUT aclTensor *varRef, const aclTensor *grad,
                                                           ACLNN_INOUT aclTensor *mRef, ACLNN_INOUT aclTensor *vRef,
                                                           const aclTensor *qmapM, const aclTensor *qmapV,
                                                           ACLNN_INOUT aclTensor *absmaxMRef,
                                                           ACLNN_INOUT aclTensor *absmaxVRef, const aclTensor *step,
                                                           double lr, double beta1, double beta2, double weightDecay,
                                                           double eps, double gnormScale,
                                                           ACLNN_OPTIONAL char *quantModeOptional, int64_t blockSize,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnApplyAdamWQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
