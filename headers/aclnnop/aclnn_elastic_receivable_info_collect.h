/* Collects which ranks can be reached. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ELASTIC_RECEIVABLE_INFO_COLLECT_H
#define PYACLNN_ACLNNOP_ACLNN_ELASTIC_RECEIVABLE_INFO_COLLECT_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnElasticReceivableInfoCollectGetWorkspaceSize(const char *group, int64_t worldSize,
                                                                        ACLNN_OUT aclTensor *y, uint64_t *workspaceSize,
                                                                        aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnElasticReceivableInfoCollect(void *workspace, uint64_t workspaceSize,
                                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
