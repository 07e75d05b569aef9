/* One step of a long short-term memory cell. */
#ifndef PYACLNN_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_H
#define PYACLNN_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnThnnFusedLstmCellGetWorkspaceSize(const aclTensor *inputGates, const aclTensor *hiddenGates,
                                                             const aclTensor *cx,
                                                             ACLNN_OPTIONAL const aclTensor *inputBiasOptional,
                                                             ACLNN_OPTIONAL const aclTensor *hiddenBiasOptional,
                                                             ACLNN_OUT aclTensor *hyOut, ACLNN_OUT aclTensor *cyOut,
                                                             ACLNN_OUT aclTensor *storageOut, uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnThnnFusedLstmCell(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
