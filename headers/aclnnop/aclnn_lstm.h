/* Long short-term memory layers over a sequence. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LSTM_H
#define PYACLNN_ACLNNOP_ACLNN_LSTM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLSTMGetWorkspaceSize(ACLNN_OPTIONAL const aclTensor *input, const aclTensorList *params,
                                                ACLNN_OPTIONAL const aclTensorList *hx,
                                                ACLNN_OPTIONAL const aclTensor *batchSizes, bool hasBias,
                                                int64_t numLayers, double dropout, bool train, bool bidirectional,
                                                bool batchFirst, ACLNN_OPTIONAL ACLNN_OUT aclTensor *output,
                                                ACLNN_OUT aclTensor *hy, ACLNN_OUT aclTensor *cy,
                                                ACLNN_OUT aclTensorList *iOut, ACLNN_OUT aclTensorList *jOut,
                                                ACLNN_OUT aclTensorList *fOut, ACLNN_OUT aclTensorList *oOut,
                                                ACLNN_OUT aclTensorList *hOut, ACLNN_OUT aclTensorList *cOut,
                                                ACLNN_OUT aclTensorList *tanhCOut, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLSTM(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
