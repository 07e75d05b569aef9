// What the samples share: checked calls, and owners of all that must be given back, also when a call fails.
#ifndef SAMPLES_SUPPORT_HPP
#define SAMPLES_SUPPORT_HPP

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"

// Ends the sample with the failed call and CANN's own text; CHECK(expression) is for what must hold.
#define OK(call) support::require((call), #call, __FILE__, __LINE__)
#define CHECK(condition) support::require((condition) ? 0 : -1, #condition, __FILE__, __LINE__)
// For destructors, which can't end the sample: the rest is given back too, and run() returns 1.
#define GIVE_BACK(call) support::is_fine((call), #call, __FILE__, __LINE__)

namespace support {

struct Failed {};
inline int failures = 0;

inline bool is_fine(int code, const char *what, const char *file, int line)
{
    if (code == 0)
        return true;
    const char *text = aclGetRecentErrMsg();
    std::fprintf(stderr, "%s:%d: %s gave %d\n%s\n", file, line, what, code, text ? text : "");
    failures++;
    return false;
}

// Not std::exit, which would leave everything to the end of the process.
inline void require(int code, const char *what, const char *file, int line)
{
    if (!is_fine(code, what, file, line))
        throw Failed();
}

// Runs a sample to its end, or to the first failure. The exit code.
inline int run(void (*sample)())
{
    failures = 0;
    try {
        sample();
    } catch (const Failed &) {
    }
    return failures > 0;
}

struct Initialized {
    Initialized() { OK(aclInit(nullptr)); }
    ~Initialized() { GIVE_BACK(aclFinalize()); }
    Initialized(const Initialized &) = delete;
};

// The runtime and device 0, for the length of a sample.
struct Runtime : Initialized {
    Runtime() { OK(aclrtSetDevice(0)); }
    ~Runtime() { GIVE_BACK(aclrtResetDevice(0)); }
};

// Made after the memory that its work uses, and so gone before it: memory is not freed under queued work.
struct Stream {
    aclrtStream handle = nullptr;
    Stream() { OK(aclrtCreateStream(&handle)); }
    ~Stream()
    {
        GIVE_BACK(aclrtSynchronizeStream(handle));
        GIVE_BACK(aclrtDestroyStream(handle));
    }
    Stream(const Stream &) = delete;
    void wait() const { OK(aclrtSynchronizeStream(handle)); }
};

struct Event {
    aclrtEvent handle = nullptr;
    Event() { OK(aclrtCreateEventWithFlag(&handle, ACL_EVENT_SYNC)); }
    ~Event() { GIVE_BACK(aclrtDestroyEvent(handle)); }
    Event(const Event &) = delete;
};

// Device memory that an operator works in; none when it asks for none.
struct Workspace {
    void *address = nullptr;
    uint64_t size;
    explicit Workspace(uint64_t bytes) : size(bytes)
    {
        if (size > 0)
            OK(aclrtMalloc(&address, size, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    ~Workspace()
    {
        if (address != nullptr)
            GIVE_BACK(aclrtFree(address));
    }
    Workspace(const Workspace &) = delete;
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
    ~Memory() { GIVE_BACK(aclrtFree(address)); }
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

// A descriptor: C's functions take it as the pointer that it owns.
template <typename T, aclnnStatus (*Destroy)(const T *)>
class Owned {
public:
    explicit Owned(T *made) : made_(made) { CHECK(made_ != nullptr); }
    ~Owned()
    {
        if (made_ != nullptr)
            GIVE_BACK(Destroy(made_));
    }
    Owned(Owned &&other) noexcept : made_(other.release()) {}
    operator T *() const { return made_; }
    T *release() { return std::exchange(made_, nullptr); }

private:
    T *made_;
};

using Tensor = Owned<aclTensor, aclDestroyTensor>;
using TensorList = Owned<aclTensorList, aclDestroyTensorList>;
using Scalar = Owned<aclScalar, aclDestroyScalar>;

using Shape = std::vector<int64_t>;

inline Shape row_major(const Shape &shape)
{
    Shape strides(shape.size(), 1);
    for (size_t i = shape.size(); i-- > 1;)
        strides[i - 1] = strides[i] * shape[i];
    return strides;
}

// A view of memory: shape, strides and offset count floats.
inline Tensor view(const Memory &memory, const Shape &shape, const Shape &strides, int64_t offset = 0)
{
    const int64_t storage = static_cast<int64_t>(memory.count);
    return Tensor(aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), offset, ACL_FORMAT_ND, &storage,
                                  1, memory.address));
}

inline Tensor view(const Memory &memory, const Shape &shape) { return view(memory, shape, row_major(shape)); }

// A list owns its elements: destroying it destroys them.
template <typename... Tensors>
TensorList list(Tensors &&...tensors)
{
    const aclTensor *elements[] = {tensors...};
    TensorList made(aclCreateTensorList(elements, sizeof...(tensors)));
    (tensors.release(), ...);
    return made;
}

// A scalar argument; the value is copied.
inline Scalar scalar(float value) { return Scalar(aclCreateScalar(&value, ACL_FLOAT)); }

// What phase 1 gives. Phase 2 uses the executor up, whether it succeeds or not; one that never gets there is destroyed.
struct Prepared {
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    Prepared() = default;
    ~Prepared()
    {
        if (executor != nullptr)
            GIVE_BACK(aclDestroyAclOpExecutor(executor));
    }
    Prepared(const Prepared &) = delete;
    aclOpExecutor *use_up() { return std::exchange(executor, nullptr); }
};

// The second phase of an operator with the workspace it asked for, waited for.
using SecondPhase = aclnnStatus (*)(void *, uint64_t, aclOpExecutor *, aclrtStream);

inline void launch(SecondPhase operation, Prepared &prepared, const Stream &stream)
{
    Workspace workspace(prepared.size);
    OK(operation(workspace.address, workspace.size, prepared.use_up(), stream.handle));
    stream.wait();
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
