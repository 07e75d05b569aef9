/* Keeps the k largest logits and those within probability p; the rest become minus infinity. */
#ifndef PYACLNN_ACLNNOP_ACLNN_APPLY_TOP_K_TOP_P_H
#define PYACLNN_ACLNNOP_ACLNN_APPLY_TOP_K_TOP_P_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnApplyTopKTopPGetWorkspaceSize(const aclTensor *logits, const aclTensor *p,
                                                         const aclTensor *k, ACLNN_OUT aclTensor *out,
                                                         uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnApplyTopKTopP(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
