/* Stand-ins for the functions of one phase: they answer with what they were given, in memory that the caller frees. */
#include <stdlib.h>
#include <string.h>
#include "aclnnop/aclnn_npu_format_cast.h"
#include "aclnnop/aclnn_set_pytorch_random.h"
#include "aclnnop/aclnn_sparse4to2quant_matmul_weight_nz.h"
#include "aclnnop/aclnn_trans_convolution_weight.h"
#include "aclnnop/aclnn_trans_matmul_weight.h"
#include "aclnnop/aclnn_trans_quant_param.h"

#define INVALID 161002

static int64_t size_of(const aclIntArray *array) { return ((const int64_t *)array)[0]; }

static int64_t value_of(const aclIntArray *array, int i) { return ((const int64_t *)array)[1 + i]; }

aclnnStatus aclnnCalculateMatmulWeightSize(const aclIntArray *tensorShape, uint64_t *weightTensorSize) {
    *weightTensorSize = 1;
    for (int i = 0; i < size_of(tensorShape); i++) {
        *weightTensorSize *= (uint64_t)value_of(tensorShape, i);
    }
    return size_of(tensorShape) == 7 ? INVALID : 0;
}

aclnnStatus aclnnCalculateMatmulWeightSizeV2(const aclIntArray *tensorShape, aclDataType dataType,
                                             uint64_t *weightTensorSize) {
    *weightTensorSize = (uint64_t)size_of(tensorShape) * 1000 + (uint64_t)dataType;
    return 0;
}

aclnnStatus aclnnCalculateConvolutionWeightSize(const aclIntArray *tensorShape, bool transposed, int64_t groups,
                                                aclDataType dataType, uint64_t *weightTensorSize) {
    *weightTensorSize = (uint64_t)(value_of(tensorShape, 3) * 1000 + transposed * 100 + groups * 10 + (int)dataType);
    return 0;
}

/* Big arrays, so that memory that is not freed shows. */
aclnnStatus aclnnNpuFormatCastCalculateSizeAndFormat(const aclTensor *srcTensor, const int dstFormat,
                                                     int additionalDtype, int64_t **dstShape, uint64_t *dstShapeSize,
                                                     int *actualFormat) {
    if (srcTensor == NULL || additionalDtype == 0) {
        return INVALID;
    }
    *dstShapeSize = dstFormat == 3 ? 1000000 : 2;
    *dstShape = malloc(*dstShapeSize * sizeof(int64_t));
    memset(*dstShape, 0, *dstShapeSize * sizeof(int64_t));
    (*dstShape)[0] = additionalDtype, (*dstShape)[1] = dstFormat;
    *actualFormat = dstFormat;
    return 0;
}

static int32_t mode;

aclnnStatus aclnnSetPytorchRandom(int32_t pytorchRandom) {
    mode = pytorchRandom;
    return pytorchRandom > 1 ? INVALID : 0;
}

int32_t aclnnGetPytorchRandom(void) { return mode; }

aclnnStatus aclnnTransQuantParam(const float *scaleArray, uint64_t scaleSize, const float *offsetArray,
                                 uint64_t offsetSize, uint64_t **quantParam, uint64_t *quantParamSize) {
    *quantParamSize = scaleSize + offsetSize;
    *quantParam = calloc(*quantParamSize, sizeof(uint64_t));
    for (uint64_t i = 0; i < scaleSize; i++) {
        (*quantParam)[i] = (uint64_t)scaleArray[i];
    }
    for (uint64_t i = 0; i < offsetSize; i++) {
        (*quantParam)[scaleSize + i] = (uint64_t)offsetArray[i];
    }
    return 0;
}

aclnnStatus aclnnTransSparse4to2Para(const int8_t *weight, aclIntArray *shape, int8_t **sparseWeight,
                                     int64_t **sparseWeightDims, uint64_t *sparseWeightDimsNum, uint8_t **index,
                                     int64_t **indexDims, uint64_t *indexDimsNum) {
    int64_t n = value_of(shape, 0), k = value_of(shape, 1);
    *sparseWeightDimsNum = 2, *indexDimsNum = 1;
    *sparseWeightDims = malloc(2 * sizeof(int64_t)), *indexDims = malloc(sizeof(int64_t));
    (*sparseWeightDims)[0] = n, (*sparseWeightDims)[1] = k, (*indexDims)[0] = n;
    *sparseWeight = malloc((size_t)(n * k)), *index = malloc((size_t)n);
    memcpy(*sparseWeight, weight, (size_t)(n * k));
    memset(*index, 7, (size_t)n);
    return 0;
}
