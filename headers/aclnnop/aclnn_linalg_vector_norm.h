/* Vector norm over some dimensions. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LINALG_VECTOR_NORM_H
#define PYACLNN_ACLNNOP_ACLNN_LINALG_VECTOR_NORM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLinalgVectorNormGetWorkspaceSize(const aclTensor *self, const aclScalar *ord,
                                                            const aclIntArray *dims, bool keepDims,
                                                            const aclDataType dtype, ACLNN_OUT aclTensor *out,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLinalgVectorNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
