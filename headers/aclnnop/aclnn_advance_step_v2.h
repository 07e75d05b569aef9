/* Second version of aclnnAdvanceStep. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADVANCE_STEP_V2_H
#define PYACLNN_ACLNNOP_ACLNN_ADVANCE_STEP_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAdvanceStepV2GetWorkspaceSize(ACLNN_INOUT const aclTensor *inputTokens,
                                                         const aclTensor *sampledTokenIds,
                                                         ACLNN_INOUT const aclTensor *inputPositions,
                                                         ACLNN_INOUT const aclTensor *seqLens,
                                                         ACLNN_INOUT const aclTensor *slotMapping,
                                                         const aclTensor *blockTables, const aclTensor *specToken,
                                                         const aclTensor *acceptedNum, int64_t numSeqs,
                                                         int64_t numQueries, int64_t blockSize, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAdvanceStepV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
