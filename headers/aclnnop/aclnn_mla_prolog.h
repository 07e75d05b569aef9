/* Queries, keys and cache entries of multi-head latent attention. */
#ifndef PYACLNN_ACLNNOP_ACLNN_MLA_PROLOG_H
#define PYACLNN_ACLNNOP_ACLNN_MLA_PROLOG_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: rmsnormEpsilonCq, rmsnormEpsilonCkv. */
ACLNN_API aclnnStatus aclnnMlaPrologGetWorkspaceSize(const aclTensor *tokenX, const aclTensor *weightDq,
                                                     ACLNN_OPTIONAL const aclTensor *weightUqQr,
                                                     const aclTensor *weightUk, const aclTensor *weightDkvKr,
                                                     const aclTensor *rmsnormGammaCq, const aclTensor *rmsnormGammaCkv,
                                                     const aclTensor *ropeSin, const aclTensor *ropeCos,
                                                     const aclTensor *cacheIndex,
                                                     ACLNN_INOUT const aclTensor *kvCacheRef,
                                                     ACLNN_INOUT const aclTensor *krCacheRef,
                                                     ACLNN_OPTIONAL const aclTensor *dequantScaleXOptional,
                                                     ACLNN_OPTIONAL const aclTensor *dequantScaleWDqOptional,
                                                     ACLNN_OPTIONAL const aclTensor *dequantScaleWUqQrOptional,
                                                     ACLNN_OPTIONAL const aclTensor *dequantScaleWDkvKrOptional,
                                                     ACLNN_OPTIONAL const aclTensor *quantScaleCkvOptional,
                                                     ACLNN_OPTIONAL const aclTensor *quantScaleCkrOptional,
                                                     ACLNN_OPTIONAL const aclTensor *smoothScalesCqOptional,
                                                     double rmsnormEpsilonCq, double rmsnormEpsilonCkv,
                                                     ACLNN_OPTIONAL char *cacheModeOptional,
                                                     ACLNN_OUT const aclTensor *queryOut,
                                                     ACLNN_OUT const aclTensor *queryRopeOut, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnMlaProlog(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
