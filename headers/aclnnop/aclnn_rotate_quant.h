/* Multiplies by a rotation matrix, then quantizes. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ROTATE_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_ROTATE_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnRotateQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *rotation,
                                                       ACLNN_OPTIONAL const aclTensor *alpha, int64_t axis,
                                                       ACLNN_OPTIONAL char *roundMode, int64_t scaleAlg,
                                                       double dstTypeMax, bool trans, ACLNN_OUT aclTensor *yOut,
                                                       ACLNN_OUT aclTensor *scaleOut, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRotateQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
