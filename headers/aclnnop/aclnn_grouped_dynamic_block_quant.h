/* Quantization by blocks within groups of rows. */
#ifndef PYACLNN_ACLNNOP_ACLNN_GROUPED_DYNAMIC_BLOCK_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_GROUPED_DYNAMIC_BLOCK_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: minScale. */
ACLNN_API aclnnStatus aclnnGroupedDynamicBlockQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *groupList,
                                                                    double minScale,
                                                                    ACLNN_OPTIONAL char *roundModeOptional,
                                                                    int64_t dstType, int64_t rowBlockSize,
                                                                    int64_t colBlockSize, int64_t groupListType,
                                                                    ACLNN_OUT const aclTensor *yOut,
                                                                    ACLNN_OUT const aclTensor *scaleOut,
                                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnGroupedDynamicBlockQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
