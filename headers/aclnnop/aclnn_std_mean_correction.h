/* Standard deviation and mean over some dimensions. */
#ifndef PYACLNN_ACLNNOP_ACLNN_STD_MEAN_CORRECTION_H
#define PYACLNN_ACLNNOP_ACLNN_STD_MEAN_CORRECTION_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnStdMeanCorrectionGetWorkspaceSize(const aclTensor *self,
                                                             ACLNN_OPTIONAL const aclIntArray *dim, int64_t correction,
                                                             bool keepdim, ACLNN_OUT aclTensor *stdOut,
                                                             ACLNN_OUT aclTensor *meanOut, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnStdMeanCorrection(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
