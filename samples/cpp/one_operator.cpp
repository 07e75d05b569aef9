// One operator from beginning to end, with nothing hidden: the gradient of the smooth L1 loss.
//
//     pyaclnn simulator run samples/cpp/one_operator.cpp
#include <cmath>
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_smooth_l1_loss_backward.h"

namespace {

// Says which call failed, with CANN's text; the caller gives up.
bool failed(int code, const char *what)
{
    if (code != 0)
        std::fprintf(stderr, "%s returned %d: %s\n", what, code, aclGetRecentErrMsg() ? aclGetRecentErrMsg() : "");
    return code != 0;
}

// Device memory with a copy of the values, and the descriptor of a contiguous tensor on it.
bool make_tensor(const std::vector<float> &values, const std::vector<int64_t> &shape, void **memory, aclTensor **tensor)
{
    const size_t bytes = values.size() * sizeof(float);
    if (failed(aclrtMalloc(memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc") ||
        failed(aclrtMemcpy(*memory, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), "aclrtMemcpy"))
        return false;
    std::vector<int64_t> strides(shape.size(), 1);
    for (size_t i = shape.size() - 1; i > 0; i--)
        strides[i - 1] = strides[i] * shape[i];
    *tensor = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND, shape.data(),
                              shape.size(), *memory);
    return *tensor != nullptr;
}

// The gradient where |input - target| < beta is linear, else 1 or -1; "mean" divides by the number of elements.
float expected_gradient(float input, float target, float beta, size_t count)
{
    const float difference = input - target;
    const float gradient = std::fabs(difference) < beta ? difference / beta : difference < 0 ? -1.0f : 1.0f;
    return gradient / static_cast<float>(count);
}

}  // namespace

int main()
{
    const std::vector<int64_t> shape = {2, 3};
    const std::vector<float> input = {0.5f, 3, -2, 1, 0.25f, -4}, target = {0, 0, 0, 1, 1, 1}, ones(6, 1.0f);
    const int64_t mean = 1;
    const float beta = 1;

    if (failed(aclInit(nullptr), "aclInit") || failed(aclrtSetDevice(0), "aclrtSetDevice"))
        return 1;
    aclrtStream stream = nullptr;
    if (failed(aclrtCreateStream(&stream), "aclrtCreateStream"))
        return 1;

    void *memory[4] = {};
    aclTensor *grad_out = nullptr, *self = nullptr, *other = nullptr, *grad_input = nullptr;
    if (!make_tensor(ones, shape, &memory[0], &grad_out) || !make_tensor(input, shape, &memory[1], &self) ||
        !make_tensor(target, shape, &memory[2], &other) ||
        !make_tensor(std::vector<float>(6), shape, &memory[3], &grad_input))
        return 1;

    // Phase 1 checks the arguments and plans; phase 2 puts the plan on the stream and returns at once.
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    if (failed(aclnnSmoothL1LossBackwardGetWorkspaceSize(grad_out, self, other, mean, beta, grad_input, &size, &executor),
               "aclnnSmoothL1LossBackwardGetWorkspaceSize"))
        return 1;
    void *workspace = nullptr;
    if (size > 0 && failed(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc"))
        return 1;
    if (failed(aclnnSmoothL1LossBackward(workspace, size, executor, stream), "aclnnSmoothL1LossBackward") ||
        failed(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream"))
        return 1;

    std::vector<float> result(input.size());
    const size_t bytes = result.size() * sizeof(float);
    if (failed(aclrtMemcpy(result.data(), bytes, memory[3], bytes, ACL_MEMCPY_DEVICE_TO_HOST), "aclrtMemcpy"))
        return 1;
    int wrong = 0;
    for (size_t i = 0; i < result.size(); i++) {
        const float expected = expected_gradient(input[i], target[i], beta, input.size());
        std::printf("d loss / d x[%zu] = %9.6f, expected %9.6f\n", i, result[i], expected);
        wrong += !(std::fabs(result[i] - expected) < 1e-6f);
    }

    // Descriptors, then memory, then the stream, the device, the runtime.
    for (aclTensor *tensor : {grad_out, self, other, grad_input})
        aclDestroyTensor(tensor);
    for (void *block : {memory[0], memory[1], memory[2], memory[3], workspace})
        if (block != nullptr)
            aclrtFree(block);
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
    return wrong;
}
