/* Gradient of aclnnThnnFusedLstmCell. */
#ifndef PYACLNN_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnThnnFusedLstmCellBackwardGetWorkspaceSize(ACLNN_OPTIONAL const aclTensor *gradHyOptional,
                                                                     ACLNN_OPTIONAL const aclTensor *gradCOptional,
                                                                     const aclTensor *cx, const aclTensor *cy,
                                                                     const aclTensor *storage, bool hasBias,
                                                                     ACLNN_OUT aclTensor *gradGatesOut,
                                                                     ACLNN_OUT aclTensor *gradCxOut,
                                                                     ACLNN_OUT aclTensor *gradBiasOut,
                                                                     uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnThnnFusedLstmCellBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
