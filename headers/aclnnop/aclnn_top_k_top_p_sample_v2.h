/* Second version of aclnnTopKTopPSample. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_V2_H
#define PYACLNN_ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_V2_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: eps. */
ACLNN_API aclnnStatus aclnnTopKTopPSampleV2GetWorkspaceSize(const aclTensor *logits, const aclTensor *topK,
                                                            const aclTensor *topP, const aclTensor *q,
                                                            const aclTensor *minPs, double eps, bool isNeedLogits,
                                                            int64_t topKGuess, int64_t ksMax, bool inputIsLogits,
                                                            bool isNeedSampleResult,
                                                            ACLNN_OUT const aclTensor *logitsSelectIdx,
                                                            ACLNN_OUT const aclTensor *logitsTopKPSelect,
                                                            ACLNN_OUT const aclTensor *logitsIdx,
                                                            ACLNN_OUT const aclTensor *logitsSortMasked,
                                                            uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTopKTopPSampleV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
