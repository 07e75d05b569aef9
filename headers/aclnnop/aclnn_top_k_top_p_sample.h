/* Samples an index among the k largest logits within probability p. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_H
#define PYACLNN_ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: eps. */
ACLNN_API aclnnStatus aclnnTopKTopPSampleGetWorkspaceSize(const aclTensor *logits, const aclTensor *topK,
                                                          const aclTensor *topP, const aclTensor *q, double eps,
                                                          bool isNeedLogits, int64_t topKGuess,
                                                          ACLNN_OUT const aclTensor *logitsSelectIdx,
                                                          ACLNN_OUT const aclTensor *logitsTopKPSelect,
                                                          uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnTopKTopPSample(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
