// What the samples share: checked calls, and owners of device memory, tensors and streams.
#ifndef SAMPLES_SUPPORT_HPP
#define SAMPLES_SUPPORT_HPP

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <vector>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"

// Ends the sample with the failed call and CANN's own text; CHECK(expression) is for what must hold.
#define OK(call) support::require((call), #call, __FILE__, __LINE__)
#define CHECK(condition) support::require((condition) ? 0 : -1, #condition, __FILE__, __LINE__)

namespace support {

inline void require(int code, const char *what, const char *file, int line)
{
    if (code == 0)
        return;
    const char *text = aclGetRecentErrMsg();
    std::fprintf(stderr, "%s:%d: %s gave %d\n%s\n", file, line, what, code, text ? text : "");
    std::exit(1);
}

// The runtime and device 0, for the length of main.
struct Runtime {
    Runtime()
    {
        OK(aclInit(nullptr));
        OK(aclrtSetDevice(0));
    }
    ~Runtime()
    {
        OK(aclrtResetDevice(0));
        OK(aclFinalize());
    }
    Runtime(const Runtime &) = delete;
};

struct Stream {
    aclrtStream handle = nullptr;
    Stream() { OK(aclrtCreateStream(&handle)); }
    ~Stream() { OK(aclrtDestroyStream(handle)); }
    Stream(const Stream &) = delete;
    void wait() const { OK(aclrtSynchronizeStream(handle)); }
};

// Device memory that holds floats.
struct Memory {
    void *address = nullptr;
    size_t count;
    explicit Memory(size_t n) : count(n) { OK(aclrtMalloc(&address, bytes(), ACL_MEM_MALLOC_HUGE_FIRST)); }
    explicit Memory(const std::vector<float> &values) : Memory(values.size())
    {
        OK(aclrtMemcpy(address, bytes(), values.data(), bytes(), ACL_MEMCPY_HOST_TO_DEVICE));
    }
    ~Memory() { OK(aclrtFree(address)); }
    Memory(const Memory &) = delete;
    size_t bytes() const { return count * sizeof(float); }
    // What the memory holds now: the caller has waited for whoever writes it.
    std::vector<float> read() const
    {
        std::vector<float> values(count);
        OK(aclrtMemcpy(values.data(), bytes(), address, bytes(), ACL_MEMCPY_DEVICE_TO_HOST));
        return values;
    }
};

using Shape = std::vector<int64_t>;

inline Shape row_major(const Shape &shape)
{
    Shape strides(shape.size(), 1);
    for (size_t i = shape.size(); i-- > 1;)
        strides[i - 1] = strides[i] * shape[i];
    return strides;
}

// A view of memory: shape, strides and offset count floats.
inline aclTensor *view(const Memory &memory, const Shape &shape, const Shape &strides, int64_t offset = 0)
{
    const int64_t storage = static_cast<int64_t>(memory.count);
    aclTensor *tensor = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), offset, ACL_FORMAT_ND,
                                        &storage, 1, memory.address);
    CHECK(tensor != nullptr);
    return tensor;
}

inline aclTensor *view(const Memory &memory, const Shape &shape) { return view(memory, shape, row_major(shape)); }

// A scalar argument; the value is copied.
inline aclScalar *scalar(float value)
{
    aclScalar *made = aclCreateScalar(&value, ACL_FLOAT);
    CHECK(made != nullptr);
    return made;
}

// The second phase of an operator with the workspace it asked for, waited for.
using SecondPhase = aclnnStatus (*)(void *, uint64_t, aclOpExecutor *, aclrtStream);

inline void launch(SecondPhase operation, uint64_t size, aclOpExecutor *executor, const Stream &stream)
{
    void *workspace = nullptr;
    if (size > 0)
        OK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
    OK(operation(workspace, size, executor, stream.handle));
    stream.wait();
    if (workspace != nullptr)
        OK(aclrtFree(workspace));
}

inline void print(const char *name, const std::vector<float> &values)
{
    std::printf("%-8s", name);
    for (float value : values)
        std::printf(" %g", value);
    std::printf("\n");
}

inline bool near(const std::vector<float> &values, const std::vector<float> &expected)
{
    bool same = values.size() == expected.size();
    for (size_t i = 0; same && i < values.size(); i++)
        same = std::fabs(values[i] - expected[i]) <= 1e-5f * (1 + std::fabs(expected[i]));
    return same;
}

}  // namespace support

#endif
