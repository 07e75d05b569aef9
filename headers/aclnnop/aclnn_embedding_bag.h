/* Sums, means or maxima over bags of rows of a table. */
#ifndef PYACLNN_ACLNNOP_ACLNN_EMBEDDING_BAG_H
#define PYACLNN_ACLNNOP_ACLNN_EMBEDDING_BAG_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnEmbeddingBagGetWorkspaceSize(const aclTensor *weight, const aclTensor *indices,
                                                        const aclTensor *offsets, bool scaleGradByFreq, int64_t mode,
                                                        bool sparse, const aclTensor *perSampleWeights,
                                                        bool includeLastOffset, int64_t paddingIdx,
                                                        ACLNN_OUT aclTensor *output, ACLNN_OUT aclTensor *offset2bag,
                                                        ACLNN_OUT aclTensor *bagSize, ACLNN_OUT aclTensor *maxIndices,
                                                        uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnEmbeddingBag(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
