/* Solves systems with triangular matrices. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TRIANGULAR_SOLVE_H
#define PYACLNN_ACLNNOP_ACLNN_TRIANGULAR_SOLVE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnTriangularSolveGetWorkspaceSize(const aclTensor *self, const aclTensor *A, bool upper,
                                                           bool transpose, bool unitriangular,
                                                           ACLNN_OUT aclTensor *xOut, ACLNN_OUT aclTensor *mOut,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTriangularSolve(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
