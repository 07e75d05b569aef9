/* Lets the stream wait for a number of cycles. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SLEEP_H
#define PYACLNN_ACLNNOP_ACLNN_SLEEP_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSleepGetWorkspaceSize(const aclIntArray *cycles, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSleep(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
