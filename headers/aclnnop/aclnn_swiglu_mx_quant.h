/* Gated activation, then quantization in microscaling blocks. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SWIGLU_MX_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_SWIGLU_MX_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: clampLimit, gluAlpha, gluBias, maxDtypeValue. */
ACLNN_API aclnnStatus aclnnSwigluMxQuantGetWorkspaceSize(const aclTensor *x,
                                                         ACLNN_OPTIONAL const aclTensor *groupIndexOptional,
                                                         int64_t activateDim, bool activateLeft, int64_t swigluMode,
                                                         double clampLimit, double gluAlpha, double gluBias,
                                                         int64_t groupMode, int64_t axis, int64_t dstType,
                                                         ACLNN_OPTIONAL char *roundModeOptional, int64_t scaleAlg,
                                                         double maxDtypeValue, ACLNN_OUT const aclTensor *yOut,
                                                         ACLNN_OUT const aclTensor *mxscaleOut, uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSwigluMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
