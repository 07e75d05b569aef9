/* Quantized matrix product with two of four weights kept, in FRACTAL_NZ, and their packing. */
#ifndef PYACLNN_ACLNNOP_ACLNN_SPARSE4TO2QUANT_MATMUL_WEIGHT_NZ_H
#define PYACLNN_ACLNNOP_ACLNN_SPARSE4TO2QUANT_MATMUL_WEIGHT_NZ_H

#include "aclnn/aclnn_base.h"

#ifdef __cplusplus
extern "C" {
#endif

ACLNN_API aclnnStatus aclnnSparse4to2QuantMatmulWeightNzGetWorkspaceSize(const aclTensor *x,
                                                                         const aclTensor *sparseWeight,
                                                                         const aclTensor *index,
                                                                         const aclTensor *xScale,
                                                                         const aclTensor *sparseWeightScale,
                                                                         ACLNN_OPTIONAL const aclTensor *biasOptional,
                                                                         ACLNN_OUT aclTensor *out,
                                                                         uint64_t *workspaceSize,
                                                                         aclOpExecutor **executor);
ACLNN_API aclnnStatus aclnnSparse4to2QuantMatmulWeightNz(void *workspace, uint64_t workspaceSize,
                                                         aclOpExecutor *executor, aclrtStream stream);

/* sparseWeight, sparseWeightDims, index and indexDims are new; the caller frees them with free(). On the host. */
ACLNN_API aclnnStatus aclnnTransSparse4to2Para(const int8_t *weight, aclIntArray *shape,
                                               ACLNN_OUT int8_t **sparseWeight, ACLNN_OUT int64_t **sparseWeightDims,
                                               ACLNN_OUT uint64_t *sparseWeightDimsNum, ACLNN_OUT uint8_t **index,
                                               ACLNN_OUT int64_t **indexDims, ACLNN_OUT uint64_t *indexDimsNum);

#ifdef __cplusplus
}
#endif

#endif
