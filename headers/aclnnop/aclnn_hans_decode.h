/* Restores a tensor that aclnnHansEncode has compressed. */
#ifndef PYACLNN_ACLNNOP_ACLNN_HANS_DECODE_H
#define PYACLNN_ACLNNOP_ACLNN_HANS_DECODE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnHansDecodeGetWorkspaceSize(const aclTensor *mantissa, const aclTensor *fixed,
                                                      const aclTensor *var, const aclTensor *pdf, bool reshuff,
                                                      ACLNN_OUT const aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnHansDecode(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
