/* Second version of aclnnDynamicMxQuantWithDualAxis. */
#ifndef PYACLNN_ACLNNOP_ACLNN_DYNAMIC_MX_QUANT_WITH_DUAL_AXIS_V2_H
#define PYACLNN_ACLNNOP_ACLNN_DYNAMIC_MX_QUANT_WITH_DUAL_AXIS_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: dstTypeMax. */
ACLNN_API aclnnStatus aclnnDynamicMxQuantWithDualAxisV2GetWorkspaceSize(const aclTensor *x,
                                                                        ACLNN_OPTIONAL char *roundModeOptional,
                                                                        int64_t dstType, int64_t scaleAlg,
                                                                        double dstTypeMax,
                                                                        ACLNN_OUT const aclTensor *y1Out,
                                                                        ACLNN_OUT const aclTensor *mxscale1Out,
                                                                        ACLNN_OUT const aclTensor *y2Out,
                                                                        ACLNN_OUT const aclTensor *mxscale2Out,
                                                                        uint64_t *workspaceSize,
                                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnDynamicMxQuantWithDualAxisV2(void *workspace, uint64_t workspaceSize,
                                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
