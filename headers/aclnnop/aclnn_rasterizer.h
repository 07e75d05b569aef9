/* Draws triangles: the face and the weights of its corners for each pixel. */
#ifndef PYACLNN_ACLNNOP_ACLNN_RASTERIZER_H
#define PYACLNN_ACLNNOP_ACLNN_RASTERIZER_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: occlusionTruncation. */
ACLNN_API aclnnStatus aclnnRasterizerGetWorkspaceSize(const aclTensor *v, const aclTensor *f,
                                                      ACLNN_OPTIONAL const aclTensor *dOptional, int64_t width,
                                                      int64_t height, double occlusionTruncation, int64_t useDepthPrior,
                                                      ACLNN_OUT const aclTensor *findicesOut,
                                                      ACLNN_OUT const aclTensor *barycentricOut,
                                                      uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnRasterizer(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
