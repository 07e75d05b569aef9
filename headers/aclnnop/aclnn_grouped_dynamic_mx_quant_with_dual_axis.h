/* Quantization of groups of rows in microscaling blocks, along two axes. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_DYNAMIC_MX_QUANT_WITH_DUAL_AXIS_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_DYNAMIC_MX_QUANT_WITH_DUAL_AXIS_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: maxDtypeValue. */
ACLNN_API aclnnStatus aclnnGroupedDynamicMxQuantWithDualAxisGetWorkspaceSize(const aclTensor *x,
                                                                             const aclTensor *groupIndex,
                                                                             ACLNN_OPTIONAL char *roundModeOptional,
                                                                             int64_t scaleAlg, int64_t dstDtype,
                                                                             double maxDtypeValue,
                                                                             ACLNN_OUT const aclTensor *y1Out,
                                                                             ACLNN_OUT const aclTensor *y1ScaleOut,
                                                                             ACLNN_OUT const aclTensor *y2Out,
                                                                             ACLNN_OUT const aclTensor *y2ScaleOut,
                                                                             uint64_t *workspaceSize,
                                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedDynamicMxQuantWithDualAxis(void *workspace, uint64_t workspaceSize,
                                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
