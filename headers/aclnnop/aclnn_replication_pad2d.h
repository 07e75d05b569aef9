/* Pads two dimensions with the value at their edge. */
#ifndef PYACLNN_ACLNNOP_ACLNN_REPLICATION_PAD2D_H
#define PYACLNN_ACLNNOP_ACLNN_REPLICATION_PAD2D_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnReplicationPad2dGetWorkspaceSize(const aclTensor *self, const aclIntArray *padding,
                                                            ACLNN_OUT aclTensor *out, uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnReplicationPad2d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
