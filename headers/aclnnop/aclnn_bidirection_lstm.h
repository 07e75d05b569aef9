/* LSTM layers that run over a sequence in both directions. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BIDIRECTION_LSTM_H
#define PYACLNN_ACLNNOP_ACLNN_BIDIRECTION_LSTM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBidirectionLSTMGetWorkspaceSize(const aclTensor *x, const aclTensor *initH,
                                                           const aclTensor *initC, const aclTensor *wIh,
                                                           const aclTensor *wHh,
                                                           ACLNN_OPTIONAL const aclTensor *bIhOptional,
                                                           ACLNN_OPTIONAL const aclTensor *bHhOptional,
                                                           ACLNN_OPTIONAL const aclTensor *wIhReverseOptional,
                                                           ACLNN_OPTIONAL const aclTensor *wHhReverseOptional,
                                                           ACLNN_OPTIONAL const aclTensor *bIhReverseOptional,
                                                           ACLNN_OPTIONAL const aclTensor *bHhReverseOptional,
                                                           int64_t numLayers, bool isbias, bool batchFirst,
                                                           bool bidirection, ACLNN_OUT const aclTensor *yOut,
                                                           ACLNN_OUT const aclTensor *outputHOut,
                                                           ACLNN_OUT const aclTensor *outputCOut,
                                                           uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBidirectionLSTM(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
