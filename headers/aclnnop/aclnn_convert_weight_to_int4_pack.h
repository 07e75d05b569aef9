/* Packs weights as pairs of four-bit integers. */
#ifndef PYACLNN_ACLNNOP_ACLNN_CONVERT_WEIGHT_TO_INT4_PACK_H
#define PYACLNN_ACLNNOP_ACLNN_CONVERT_WEIGHT_TO_INT4_PACK_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnConvertWeightToINT4PackGetWorkspaceSize(const aclTensor *weight,
                                                                   ACLNN_OUT aclTensor *weightInt4Pack,
                                                                   uint64_t *workspaceSize, aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnConvertWeightToINT4Pack(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
