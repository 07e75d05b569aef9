/* Fills with exponentially distributed numbers in the order of simulated threads. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SIM_THREAD_EXPONENTIAL_H
#define PYACLNN_ACLNNOP_ACLNN_SIM_THREAD_EXPONENTIAL_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Float or double is not certain: lambda. */
ACLNN_API aclnnStatus aclnnSimThreadExponentialGetWorkspaceSize(ACLNN_INOUT aclTensor *selfRef, int64_t count,
                                                                double lambda, int64_t seed, int64_t offset,
                                                                uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSimThreadExponential(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
