/* Second version of aclnnSlice. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SLICE_V2_H
#define PYACLNN_ACLNNOP_ACLNN_SLICE_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSliceV2GetWorkspaceSize(const aclTensor *self, const aclIntArray *starts,
                                                   const aclIntArray *ends, const aclIntArray *axes,
                                                   const aclIntArray *steps, ACLNN_OUT aclTensor *out,
                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSliceV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
