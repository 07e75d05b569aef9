/* Second version of aclnnApplyRotaryPosEmb. */
#ifndef PYACLNN_ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_V2_H
#define PYACLNN_ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnApplyRotaryPosEmbV2GetWorkspaceSize(ACLNN_INOUT aclTensor *queryRef,
                                                               ACLNN_INOUT aclTensor *keyRef, const aclTensor *cos,
                                                               const aclTensor *sin, int64_t layout, char *rotaryMode,
                                                               uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnApplyRotaryPosEmbV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
