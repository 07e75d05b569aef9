/* Writes a value on the diagonal, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_FILL_DIAGONAL_H
#define PYACLNN_ACLNNOP_ACLNN_FILL_DIAGONAL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnInplaceFillDiagonalGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef,
                                                               const aclScalar *fillValue, bool wrap,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnInplaceFillDiagonal(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
