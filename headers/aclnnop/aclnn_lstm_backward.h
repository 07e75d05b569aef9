/* Gradient of aclnnLSTM. */
#ifndef PYACLNN_ACLNNOP_ACLNN_LSTM_BACKWARD_H
#define PYACLNN_ACLNNOP_ACLNN_LSTM_BACKWARD_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnLstmBackwardGetWorkspaceSize(const aclTensor *input, const aclTensorList *hx,
                                                        const aclTensorList *params, const aclTensor *dy,
                                                        const aclTensor *dh, const aclTensor *dc,
                                                        const aclTensorList *i, const aclTensorList *g,
                                                        const aclTensorList *f, const aclTensorList *o,
                                                        const aclTensorList *h, const aclTensorList *c,
                                                        const aclTensorList *tanhc,
                                                        ACLNN_OPTIONAL const aclTensor *batchSizesOptional,
                                                        bool hasBias, int64_t numLayers, double dropout, bool train,
                                                        bool bidirectional, bool batchFirst,
                                                        ACLNN_OPTIONAL const aclBoolArray *outputMask,
                                                        ACLNN_OUT aclTensor *dxOut, ACLNN_OUT aclTensor *dhPrevOut,
                                                        ACLNN_OUT aclTensor *dcPrevOut,
                                                        ACLNN_OUT aclTensorList *dparamsOut, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnLstmBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
