/* Second version of aclnnBidirectionLSTM, also for packed sequences. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BIDIRECTION_LSTMV2_H
#define PYACLNN_ACLNNOP_ACLNN_BIDIRECTION_LSTMV2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBidirectionLSTMV2GetWorkspaceSize(const aclTensor *x, const aclTensor *initH,
                                                             const aclTensor *initC, const aclTensor *wIh,
                                                             const aclTensor *wHh,
                                                             ACLNN_OPTIONAL const aclTensor *bIhOptional,
                                                             ACLNN_OPTIONAL const aclTensor *bHhOptional,
                                                             ACLNN_OPTIONAL const aclTensor *wIhReverseOptional,
                                                             ACLNN_OPTIONAL const aclTensor *wHhReverseOptional,
                                                             ACLNN_OPTIONAL const aclTensor *bIhReverseOptional,
                                                             ACLNN_OPTIONAL const aclTensor *bHhReverseOptional,
                                                             ACLNN_OPTIONAL const aclTensor *batchSizeOptional,
                                                             int64_t numLayers, bool isbias, bool batchFirst,
                                                             bool bidirection, bool packed,
                                                             ACLNN_OUT const aclTensor *yOut,
                                                             ACLNN_OUT const aclTensor *outputHOut,
                                                             ACLNN_OUT const aclTensor *outputCOut,
                                                             uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBidirectionLSTMV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
