/* Third version of aclnnMlaProlog. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MLA_PROLOG_V3_H
#define PYACLNN_ACLNNOP_ACLNN_MLA_PROLOG_V3_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnMlaPrologV3GetWorkspaceSize(const aclTensor *tokenX, const aclTensor *weightDq,
                                                       const aclTensor *weightUqQr, const aclTensor *weightUk,
                                                       const aclTensor *weightDkvKr, const aclTensor *rmsnormGammaCq,
                                                       const aclTensor *rmsnormGammaCkv, const aclTensor *ropeSin,
                                                       const aclTensor *ropeCos, ACLNN_INOUT aclTensor *kvCacheRef,
                                                       ACLNN_INOUT aclTensor *krCacheRef,
                                                       ACLNN_OPTIONAL const aclTensor *cacheIndexOptional,
                                                       ACLNN_OPTIONAL const aclTensor *dequantScaleXOptional,
                                                       ACLNN_OPTIONAL const aclTensor *dequantScaleWDqOptional,
                                                       ACLNN_OPTIONAL const aclTensor *dequantScaleWUqQrOptional,
                                                       ACLNN_OPTIONAL const aclTensor *dequantScaleWDkvKrOptional,
                                                       ACLNN_OPTIONAL const aclTensor *quantScaleCkvOptional,
                                                       ACLNN_OPTIONAL const aclTensor *quantScaleCkrOptional,
                                                       ACLNN_OPTIONAL const aclTensor *smoothScalesCqOptional,
                                                       ACLNN_OPTIONAL const aclTensor *actualSeqLenOptional,
                                                       double rmsnormEpsilonCq, double rmsnormEpsilonCkv,
                                                       ACLNN_OPTIONAL char *cacheModeOptional, bool queryNormFlag,
                                                       int64_t weightQuantMode, int64_t kvCacheQuantMode,
                                                       int64_t queryQuantMode, int64_t ckvkrRepoMode,
                                                       int64_t quantScaleRepoMode, int64_t tileSize,
                                                       double kNopeClipAlpha, double qcQrScale, double kcScale,
                                                       ACLNN_OUT const aclTensor *queryOut,
                                                       ACLNN_OUT const aclTensor *queryRopeOut,
                                                       ACLNN_OUT const aclTensor *dequantScaleQNopeOut,
                                                       ACLNN_OUT const aclTensor *queryNormOut,
                                                       ACLNN_OUT const aclTensor *dequantScaleQNormOut,
                                                       uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMlaPrologV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
