/* How often each integer occurs, weighted if asked. */
#ifndef PYACLNN_ACLNNOP_ACLNN_BINCOUNT_H
#define PYACLNN_ACLNNOP_ACLNN_BINCOUNT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnBincountGetWorkspaceSize(const aclTensor *self, ACLNN_OPTIONAL const aclTensor *weights,
                                                    int64_t minlength, ACLNN_OUT aclTensor *out,
                                                    uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnBincount(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
