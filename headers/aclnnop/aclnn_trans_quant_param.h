/* Packs scales and offsets as the 64-bit integers that quantized operators take, on the host. */
#ifndef PYACLNN_ACLNNOP_ACLNN_TRANS_QUANT_PARAM_H
#define PYACLNN_ACLNNOP_ACLNN_TRANS_QUANT_PARAM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* quantParam is new; the caller frees it with free(). On the host. */
ACLNN_API aclnnStatus aclnnTransQuantParam(const float *scaleArray, uint64_t scaleSize, const float *offsetArray,
                                           uint64_t offsetSize, ACLNN_OUT uint64_t **quantParam,
                                           ACLNN_OUT uint64_t *quantParamSize);

#ifdef __cplusplus
}
#endif

#endif
