/* Complex numbers from real and imaginary parts. */
#ifndef PYACLNN_ACLNNOP_ACLNN_COMPLEX_H
#define PYACLNN_ACLNNOP_ACLNN_COMPLEX_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnComplexGetWorkspaceSize(const aclTensor *real, const aclTensor *imag,
                                                   ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnComplex(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
