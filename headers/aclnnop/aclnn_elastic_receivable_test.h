/* Tests which ranks can be reached. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ELASTIC_RECEIVABLE_TEST_H
#define PYACLNN_ACLNNOP_ACLNN_ELASTIC_RECEIVABLE_TEST_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnElasticReceivableTestGetWorkspaceSize(aclTensor *dstRank, const char *group,
                                                                 int64_t worldSize, int64_t rank_num,
                                                                 uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnElasticReceivableTest(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
