/* Lossless compression of the exponents of real numbers. */
#ifndef PYACLNN_ACLNNOP_ACLNN_HANS_ENCODE_H
#define PYACLNN_ACLNNOP_ACLNN_HANS_ENCODE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnHansEncodeGetWorkspaceSize(const aclTensor *inputTensor, ACLNN_INOUT aclTensor *pdfRef,
                                                      bool statistic, bool reshuff,
                                                      ACLNN_OUT const aclTensor *mantissaOut,
                                                      ACLNN_OUT const aclTensor *fixedOut,
                                                      ACLNN_OUT const aclTensor *varOut, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnHansEncode(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
