/* Columns of the patches that a sliding window sees. */
#ifndef PYACLNN_ACLNNOP_ACLNN_IM2COL_H
#define PYACLNN_ACLNNOP_ACLNN_IM2COL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIm2colGetWorkspaceSize(const aclTensor *self, const aclIntArray *kernelSize,
                                                  const aclIntArray *dilation, const aclIntArray *padding,
                                                  const aclIntArray *stride, ACLNN_OUT const aclTensor *out,
                                                  uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIm2col(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
