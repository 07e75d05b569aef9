/* Stand-ins for CANN's libraries: RUNTIME, DESCRIPTORS, or one operator (OPERATOR, FIRST and SECOND phase, MARK). */
#include <stdlib.h>
#include <string.h>
#include "acl/acl.h"
#include "aclnn/acl_meta.h"

#ifdef RUNTIME
int fake_init_calls, fake_reset_calls, fake_finalize_calls;
static __thread int32_t current = -1;
static __thread const char *message;

static uint32_t devices(void) {
    const char *text = getenv("FAKE_DEVICES");
    return text ? (uint32_t)atoi(text) : 1;
}

aclError aclInit(const char *configPath) {
    (void)configPath;
    fake_init_calls++;
    return getenv("FAKE_INITIALIZED") ? ACL_ERROR_REPEAT_INITIALIZE : ACL_SUCCESS;
}

aclError aclFinalizeReference(uint64_t *refCount) {
    (void)refCount;
    fake_finalize_calls++;
    return ACL_SUCCESS;
}

const char *aclGetRecentErrMsg(void) { return message; }

const char *aclrtGetSocName(void) { return "Ascend910B4"; }

aclError aclrtGetDeviceCount(uint32_t *count) {
    if (getenv("FAKE_NO_DRIVER")) {
        message = "EE9999: the driver does not answer";
        return ACL_ERROR_RT_DRV_INTERNAL_ERROR;
    }
    *count = devices();
    return ACL_SUCCESS;
}

aclError aclrtSetDevice(int32_t deviceId) {
    if (deviceId < 0 || (uint32_t)deviceId >= devices()) {
        return ACL_ERROR_RT_INVALID_DEVICEID;
    }
    current = deviceId;
    return ACL_SUCCESS;
}

aclError aclrtGetDevice(int32_t *deviceId) {
    if (current < 0) {
        return ACL_ERROR_RT_CONTEXT_NULL;
    }
    *deviceId = current;
    return ACL_SUCCESS;
}

static char contexts[64]; /* one for each device */

aclError aclrtGetCurrentContext(aclrtContext *context) {
    if (current < 0) {
        return ACL_ERROR_RT_CONTEXT_NULL;
    }
    *context = &contexts[current];
    return ACL_SUCCESS;
}

aclError aclrtSetCurrentContext(aclrtContext context) {
    current = (int32_t)((char *)context - contexts);
    return ACL_SUCCESS;
}

aclError aclrtResetDevice(int32_t deviceId) {
    (void)deviceId;
    fake_reset_calls++;
    return ACL_SUCCESS;
}

aclError aclrtCreateStream(aclrtStream *stream) {
    *stream = malloc(1);
    return ACL_SUCCESS;
}

aclError aclrtDestroyStream(aclrtStream stream) {
    free(stream);
    return ACL_SUCCESS;
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
    (void)stream;
    return ACL_SUCCESS;
}

aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy) {
    (void)policy;
    *devPtr = malloc(size);
    return *devPtr ? ACL_SUCCESS : ACL_ERROR_RT_MEMORY_ALLOCATION;
}

aclError aclrtFree(void *devPtr) {
    free(devPtr);
    return ACL_SUCCESS;
}

aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind) {
    (void)kind;
    if (count > destMax) {
        return ACL_ERROR_RT_PARAM_INVALID;
    }
    memcpy(dst, src, count);
    return ACL_SUCCESS;
}
#endif

#ifdef DESCRIPTORS
/* A tensor is the address of its data: float, four elements. */
aclTensor *aclCreateTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride,
                           int64_t offset, aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum,
                           void *tensorData) {
    (void)viewDims, (void)viewDimsNum, (void)dataType, (void)stride, (void)offset, (void)format;
    (void)storageDims, (void)storageDimsNum;
    return (aclTensor *)tensorData;
}

aclnnStatus aclDestroyTensor(const aclTensor *tensor) {
    (void)tensor;
    return 0;
}

/* An array is its size and its values. */
int fake_live_arrays;

aclIntArray *aclCreateIntArray(const int64_t *value, uint64_t size) {
    int64_t *array = malloc((size + 1) * sizeof(int64_t));
    array[0] = (int64_t)size;
    memcpy(array + 1, value, size * sizeof(int64_t));
    fake_live_arrays++;
    return (aclIntArray *)array;
}

aclnnStatus aclDestroyIntArray(const aclIntArray *array) {
    free((void *)array);
    fake_live_arrays--;
    return 0;
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor *executor) {
    (void)executor;
    return 0;
}
#endif

#ifdef OPERATOR
#define JOINED(a, b) a##b
#define PHASE_1(name) JOINED(name, GetWorkspaceSize)

int fake_operator_mark = MARK;

#ifdef FIRST
static const float *left, *right;
static float *result;

/* The workspace is as many bytes as the library's mark. */
aclnnStatus PHASE_1(OPERATOR)(const aclTensor *self, const aclTensor *other, aclTensor *out, uint64_t *workspaceSize,
                              aclOpExecutor **executor) {
    left = (const float *)self, right = (const float *)other, result = (float *)out;
    *workspaceSize = MARK;
    *executor = (aclOpExecutor *)&left;
    return 0;
}
#endif

#ifdef SECOND
/* Without an executor the code is the library's mark. With one: the sum, plus the mark. */
aclnnStatus OPERATOR(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream) {
    (void)workspace, (void)workspaceSize, (void)stream;
    if (executor == NULL) {
        return MARK;
    }
#ifdef FIRST
    for (int i = 0; i < 4; i++) {
        result[i] = left[i] + right[i] + MARK;
    }
#endif
    return 0;
}
#endif
#endif
