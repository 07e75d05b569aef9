"""Small C++ programs in the shapes that samples have."""

HELPERS = r"""
#include <iostream>
#include <vector>
#include "acl/acl.h"

#define CHECK_RET(cond, action) \
    do {                        \
        if (!(cond)) {          \
            action;             \
        }                       \
    } while (0)

#define LOG_PRINT(message, ...)         \
    do {                                \
        printf(message, ##__VA_ARGS__); \
    } while (0)

int64_t Count(const std::vector<int64_t>& shape) {
    int64_t n = 1;
    for (auto extent : shape) {
        n *= extent;
    }
    return n;
}

template <typename T>
int Make(const std::vector<T>& host, const std::vector<int64_t>& shape, void** address, aclDataType type,
         aclTensor** tensor) {
    auto bytes = Count(shape) * sizeof(T);
    auto ret = aclrtMalloc(address, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("no memory: %d\n", ret); return ret);
    ret = aclrtMemcpy(*address, bytes, host.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
    CHECK_RET(ret == ACL_SUCCESS, return ret);
    std::vector<int64_t> steps(shape.size(), 1);
    for (int64_t i = shape.size() - 2; i >= 0; i--) {
        steps[i] = shape[i + 1] * steps[i + 1];
    }
    *tensor = aclCreateTensor(shape.data(), shape.size(), type, steps.data(), 0, aclFormat::ACL_FORMAT_ND,
                              shape.data(), shape.size(), *address);
    return 0;
}
"""

START = r"""
    int32_t number = 0;
    aclrtStream stream;
    auto ret = aclInit(nullptr);
    ret = aclrtSetDevice(number);
    ret = aclrtCreateStream(&stream);
    uint64_t workspaceSize = 0;
    aclOpExecutor* executor = nullptr;
    void* workspace = nullptr;
"""

ADD = (
    HELPERS
    + "int main() {"
    + START
    + r"""
    std::vector<int64_t> shape = {2, 2};
    std::vector<float> leftData = {1, 2, 3, 4}, rightData(4, 1), outData(Count(shape), 0);
    void* leftAddress = nullptr;
    void* rightAddress = nullptr;
    void* outAddress = nullptr;
    aclTensor *left = nullptr, *right = nullptr, *out = nullptr;
    ret = Make(leftData, shape, &leftAddress, ACL_FLOAT, &left);
    ret = Make(rightData, shape, &rightAddress, ACL_FLOAT, &right);
    ret = Make(outData, shape, &outAddress, ACL_FLOAT, &out);
    float factor = 1.2f;
    aclScalar* alpha = aclCreateScalar(&factor, aclDataType::ACL_FLOAT);
    ret = aclnnAddGetWorkspaceSize(left, right, alpha, out, &workspaceSize, &executor);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("refused: %d\n", ret); return ret);
    if (workspaceSize > 0) {
        ret = aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST);
    }
    ret = aclnnAdd(workspace, workspaceSize, executor, stream);
    ret = aclrtSynchronizeStream(stream);
    std::vector<float> result(Count(shape), 0);
    ret = aclrtMemcpy(result.data(), result.size() * sizeof(result[0]), outAddress, result.size() * sizeof(float),
                      ACL_MEMCPY_DEVICE_TO_HOST);
    for (size_t i = 0; i < result.size(); i++) {
        LOG_PRINT("sum[%ld] = %f\n", i, result[i]);
    }
    aclDestroyTensor(left);
    aclrtFree(leftAddress);
    return 0;
}
"""
)

GUARDED = (
    HELPERS
    + r"""
using TensorPtr = std::unique_ptr<aclTensor, decltype(&aclDestroyTensor)>;

struct Side {
    std::vector<float> data;
    void* address = nullptr;
    aclTensor* tensor = nullptr;
};

int main() {"""
    + START
    + r"""
    std::vector<int64_t> shape = {100};
    Side input, output;
    for (int i = 0; i < 100; ++i) {
        input.data.push_back(i * 0.5f);
    }
    output.data.resize(100, 0.0f);
    auto make = [&](Side& side) { return Make(side.data, shape, &side.address, ACL_FLOAT, &side.tensor); };
    if (make(input) != 0 || make(output) != 0) {
        return 1;
    }
    TensorPtr self(input.tensor, &aclDestroyTensor);
    TensorPtr out(output.tensor, &aclDestroyTensor);
    ret = aclnnAbsGetWorkspaceSize(self.get(), out.get(), &workspaceSize, &executor);
    ret = aclnnAbs(workspace, workspaceSize, executor, stream);
    ret = aclnnInplaceReluGetWorkspaceSize(out.get(), &workspaceSize, &executor);
    ret = aclnnInplaceRelu(workspace, workspaceSize, executor, stream);
    ret = aclrtSynchronizeStream(stream);
    std::vector<float> result(100);
    aclrtMemcpy(result.data(), 400, output.address, 400, ACL_MEMCPY_DEVICE_TO_HOST);
    std::cout << "last: " << result[99] << std::endl;
    return 0;
}
"""
)
