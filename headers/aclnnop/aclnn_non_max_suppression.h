/* Picks the best boxes of each class and drops those that overlap a better one too much. */
#ifndef PYACLNN_ACLNNOP_ACLNN_NON_MAX_SUPPRESSION_H
#define PYACLNN_ACLNNOP_ACLNN_NON_MAX_SUPPRESSION_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnNonMaxSuppressionGetWorkspaceSize(const aclTensor *boxes, const aclTensor *scores,
                                                             aclIntArray *maxOutputBoxesPerClass,
                                                             aclFloatArray *iouThreshold, aclFloatArray *scoreThreshold,
                                                             int32_t centerPointBox,
                                                             ACLNN_OUT aclTensor *selectedIndices,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnNonMaxSuppression(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
