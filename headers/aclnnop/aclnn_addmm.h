/* beta * self + alpha * (mat1 @ mat2). */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADDMM_H
#define PYACLNN_ACLNNOP_ACLNN_ADDMM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAddmmGetWorkspaceSize(const aclTensor *self, const aclTensor *mat1, const aclTensor *mat2,
                                                 const aclScalar *beta, const aclScalar *alpha,
                                                 ACLNN_OUT aclTensor *out, int8_t cubeMathType, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddmm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

ACLNN_API aclnnStatus aclnnInplaceAddmmGetWorkspaceSize(ACLNN_INOUT const aclTensor *selfRef, const aclTensor *mat1,
                                                        const aclTensor *mat2, const aclScalar *beta,
                                                        const aclScalar *alpha, int8_t cubeMathType,
                                                        uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceAddmm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

ACLNN_API aclnnStatus aclnnAddmmWeightNzGetWorkspaceSize(const aclTensor *self, const aclTensor *mat1,
                                                         const aclTensor *mat2, const aclScalar *beta,
                                                         const aclScalar *alpha, ACLNN_OUT aclTensor *out,
                                                         int8_t cubeMathType, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAddmmWeightNz(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
