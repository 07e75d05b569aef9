/* Gated activation of two halves, then quantization. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SWI_GLU_QUANT_H
#define PYACLNN_ACLNNOP_ACLNN_SWI_GLU_QUANT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSwiGluQuantGetWorkspaceSize(const aclTensor *x,
                                                       ACLNN_OPTIONAL const aclTensor *smoothScalesOptional,
                                                       ACLNN_OPTIONAL const aclTensor *offsetsOptional,
                                                       ACLNN_OPTIONAL const aclTensor *groupIndexOptional,
                                                       bool activateLeft, ACLNN_OPTIONAL char *quantModeOptional,
                                                       ACLNN_OUT const aclTensor *yOut,
                                                       ACLNN_OUT const aclTensor *scaleOut, uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSwiGluQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
