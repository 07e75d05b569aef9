/* Moves the state of a decoding loop (tokens, positions, lengths, slots) one step on, in place. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ADVANCE_STEP_H
#define PYACLNN_ACLNNOP_ACLNN_ADVANCE_STEP_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnAdvanceStepGetWorkspaceSize(ACLNN_INOUT const aclTensor *inputTokens,
                                                       const aclTensor *sampledTokenIds,
                                                       ACLNN_INOUT const aclTensor *inputPositions,
                                                       ACLNN_INOUT const aclTensor *seqLens,
                                                       ACLNN_INOUT const aclTensor *slotMapping,
                                                       const aclTensor *blockTables, int64_t numSeqs,
                                                       int64_t numQueries, int64_t blockSize, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnAdvanceStep(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
