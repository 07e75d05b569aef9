/* Whether random numbers are drawn in PyTorch's order: sets it, and says it. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SET_PYTORCH_RANDOM_H
#define PYACLNN_ACLNNOP_ACLNN_SET_PYTORCH_RANDOM_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSetPytorchRandom(int32_t pytorchRandom);

ACLNN_API int32_t aclnnGetPytorchRandom(void);

#ifdef __cplusplus
}
#endif

#endif
