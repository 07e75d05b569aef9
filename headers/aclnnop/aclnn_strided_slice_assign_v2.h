/* Writes a tensor into a part of another, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_STRIDED_SLICE_ASSIGN_V2_H
#define PYACLNN_ACLNNOP_ACLNN_STRIDED_SLICE_ASSIGN_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnStridedSliceAssignV2GetWorkspaceSize(ACLNN_INOUT aclTensor *varRef,
                                                                const aclTensor *inputValue, const aclIntArray *begin,
                                                                const aclIntArray *end, const aclIntArray *strides,
                                                                ACLNN_OPTIONAL const aclIntArray *axesOptional,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnStridedSliceAssignV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
