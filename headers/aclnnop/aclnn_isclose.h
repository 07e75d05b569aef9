/* Whether elements are equal within tolerances. */
#ifndef PYACLNN_ACLNNOP_ACLNN_ISCLOSE_H
#define PYACLNN_ACLNNOP_ACLNN_ISCLOSE_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnIsCloseGetWorkspaceSize(const aclTensor *self, const aclTensor *other, double rtol,
                                                   double atol, bool equalNan, ACLNN_OUT aclTensor *out,
                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnIsClose(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
