/* Third version of aclnnDynamicMxQuant. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DYNAMIC_MX_QUANT_V3_H
#define PYACLNN_ACLNNOP_ACLNN_DYNAMIC_MX_QUANT_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: dstTypeMax, maxLowBound. */
ACLNN_API aclnnStatus aclnnDynamicMxQuantV3GetWorkspaceSize(const aclTensor *x, int64_t axis,
                                                            ACLNN_OPTIONAL char *roundModeOptional, int64_t dstType,
                                                            int64_t blocksize, int64_t scaleAlg, double dstTypeMax,
                                                            double maxLowBound, ACLNN_OUT const aclTensor *yOut,
                                                            ACLNN_OUT const aclTensor *mxscaleOut,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDynamicMxQuantV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
