/* Copies a tensor into another memory format, and says which shape that takes. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NPU_FORMAT_CAST_H
#define PYACLNN_ACLNNOP_ACLNN_NPU_FORMAT_CAST_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNpuFormatCastGetWorkspaceSize(const aclTensor *srcTensor, ACLNN_OUT aclTensor *dstTensor,
                                                         uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNpuFormatCast(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

/* dstShape is new; the caller frees it with delete[]. */
ACLNN_API aclnnStatus aclnnNpuFormatCastCalculateSizeAndFormat(const aclTensor *srcTensor, const int dstFormat,
                                                               int additionalDtype, ACLNN_OUT int64_t **dstShape,
                                                               ACLNN_OUT uint64_t *dstShapeSize,
                                                               ACLNN_OUT int *actualFormat);

#ifdef __cplusplus
}
#endif

#endif
