/* A CANN that does nothing, as fast as it can: what is left of a call's time on it is the caller's.
 *
 * Handles are allocated and freed, copies copy, device memory is host memory with its pages touched.
 */
#include <stdlib.h>
#include <string.h>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_smooth_l1_loss_backward.h"

struct aclOpExecutor {
    int repeatable;
};

struct aclTensor {
    void *address;
};

static void *allocated(size_t size)
{
    return calloc(1, size ? size : 1);
}

aclError aclInit(const char *configPath) { (void)configPath; return 0; }
aclError aclFinalize(void) { return 0; }
aclError aclFinalizeReference(uint64_t *refCount) { if (refCount) *refCount = 0; return 0; }
const char *aclGetRecentErrMsg(void) { return NULL; }
const char *aclrtGetSocName(void) { return "Ascend910B1"; }
aclError aclrtGetDeviceCount(uint32_t *count) { *count = 1; return 0; }
aclError aclrtSetDevice(int32_t deviceId) { (void)deviceId; return 0; }
aclError aclrtGetDevice(int32_t *deviceId) { *deviceId = 0; return 0; }
aclError aclrtGetCurrentContext(aclrtContext *context) { *context = (void *)1; return 0; }
aclError aclrtSetCurrentContext(aclrtContext context) { (void)context; return 0; }
aclError aclrtResetDevice(int32_t deviceId) { (void)deviceId; return 0; }
aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value) { (void)opt; (void)value; return 0; }

aclError aclrtCreateStream(aclrtStream *stream) { *stream = allocated(64); return 0; }
aclError aclrtDestroyStream(aclrtStream stream) { free(stream); return 0; }
aclError aclrtSynchronizeStream(aclrtStream stream) { (void)stream; return 0; }
aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status) { (void)stream; *status = 0; return 0; }
aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flag) { (void)flag; *event = allocated(64); return 0; }
aclError aclrtDestroyEvent(aclrtEvent event) { free(event); return 0; }
aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) { (void)event; (void)stream; return 0; }
aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) { (void)stream; (void)event; return 0; }

/* What PyTorch's NPU backend calls beside these. */
aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t *value) { *value = cannAttr == ACL_CANN_ATTR_INF_NAN; return 0; }
aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) { (void)mode; return 0; }
aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t *value) { (void)opt; *value = 0; return 0; }
aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value) { (void)opt; (void)value; return 0; }
aclError aclrtSetOpExecuteTimeOut(uint32_t timeout) { (void)timeout; return 0; }
aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t *actualTimeout) { *actualTimeout = timeout; return 0; }
aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flag)
{
    (void)priority; (void)flag;
    return aclrtCreateStream(stream);
}
aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode) { (void)stream; (void)mode; return 0; }
aclError aclrtDestroyStreamForce(aclrtStream stream) { return aclrtDestroyStream(stream); }
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) { (void)stream; (void)timeout; return 0; }
aclError aclrtSynchronizeDevice(void) { return 0; }
aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) { (void)timeout; return 0; }

aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
    (void)policy;
    void *memory = NULL;
    if (posix_memalign(&memory, 512, size))
        return 207001;
    memset(memory, 0, size);
    *devPtr = memory;
    return 0;
}
aclError aclrtMallocAlign32(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
    return aclrtMalloc(devPtr, size, policy);
}
aclError aclrtFree(void *devPtr) { free(devPtr); return 0; }
aclError aclrtMallocHost(void **hostPtr, size_t size) { return aclrtMalloc(hostPtr, size, 0); }
aclError aclrtFreeHost(void *hostPtr) { free(hostPtr); return 0; }
aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind)
{
    (void)destMax; (void)kind;
    memcpy(dst, src, count);
    return 0;
}
aclError aclrtMemcpyAsync(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream)
{
    (void)stream;
    return aclrtMemcpy(dst, destMax, src, count, kind);
}

aclTensor *aclCreateTensor(const int64_t *viewDims, uint64_t viewDimsNum, aclDataType dataType, const int64_t *stride,
                           int64_t offset, aclFormat format, const int64_t *storageDims, uint64_t storageDimsNum,
                           void *tensorData)
{
    (void)viewDims; (void)viewDimsNum; (void)dataType; (void)stride; (void)offset; (void)format;
    (void)storageDims; (void)storageDimsNum;
    aclTensor *tensor = allocated(256);
    tensor->address = tensorData;
    return tensor;
}
aclnnStatus aclDestroyTensor(const aclTensor *tensor) { free((void *)tensor); return 0; }
aclScalar *aclCreateScalar(void *value, aclDataType dataType) { (void)value; (void)dataType; return allocated(64); }
aclnnStatus aclDestroyScalar(const aclScalar *scalar) { free((void *)scalar); return 0; }
aclIntArray *aclCreateIntArray(const int64_t *value, uint64_t size) { (void)value; return allocated(8 * size); }
aclnnStatus aclDestroyIntArray(const aclIntArray *array) { free((void *)array); return 0; }

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor *executor) { executor->repeatable = 1; return 0; }
aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor *executor) { free(executor); return 0; }
aclnnStatus aclSetTensorAddr(aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr)
{
    (void)executor; (void)index;
    tensor->address = addr;
    return 0;
}
aclnnStatus aclSetInputTensorAddr(aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr)
{
    return aclSetTensorAddr(executor, index, tensor, addr);
}
aclnnStatus aclSetOutputTensorAddr(aclOpExecutor *executor, const size_t index, aclTensor *tensor, void *addr)
{
    return aclSetTensorAddr(executor, index, tensor, addr);
}

aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode) { (void)stream; (void)mode; return 0; }
aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI *modelRI) { (void)stream; *modelRI = allocated(64); return 0; }
aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream) { (void)modelRI; (void)stream; return 0; }
aclError aclmdlRIDestroy(aclmdlRI modelRI) { free(modelRI); return 0; }

static aclnnStatus prepare(uint64_t *workspaceSize, aclOpExecutor **executor)
{
    *workspaceSize = 0;
    *executor = allocated(sizeof(struct aclOpExecutor));
    return 0;
}

static aclnnStatus launch(aclOpExecutor *executor)
{
    if (!executor->repeatable)
        free(executor);
    return 0;
}

aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor *self, const aclTensor *other, const aclScalar *alpha, aclTensor *out,
                                     uint64_t *workspaceSize, aclOpExecutor **executor)
{
    (void)self; (void)other; (void)alpha; (void)out;
    return prepare(workspaceSize, executor);
}
aclnnStatus aclnnAdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)
{
    (void)workspace; (void)workspaceSize; (void)stream;
    return launch(executor);
}
aclnnStatus aclnnAddsGetWorkspaceSize(const aclTensor *self, const aclScalar *other, const aclScalar *alpha, aclTensor *out,
                                      uint64_t *workspaceSize, aclOpExecutor **executor)
{
    (void)self; (void)other; (void)alpha; (void)out;
    return prepare(workspaceSize, executor);
}
aclnnStatus aclnnAdds(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)
{
    (void)workspace; (void)workspaceSize; (void)stream;
    return launch(executor);
}
aclnnStatus aclnnSmoothL1LossBackwardGetWorkspaceSize(const aclTensor *gradOut, const aclTensor *self,
                                                      const aclTensor *target, int64_t reduction, float beta,
                                                      aclTensor *gradInput, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor)
{
    (void)gradOut; (void)self; (void)target; (void)reduction; (void)beta; (void)gradInput;
    return prepare(workspaceSize, executor);
}
aclnnStatus aclnnSmoothL1LossBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                      aclrtStream stream)
{
    (void)workspace; (void)workspaceSize; (void)stream;
    return launch(executor);
}
