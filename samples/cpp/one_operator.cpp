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
    if (code == 0)
        return false;
    const char *text = aclGetRecentErrMsg();
    std::fprintf(stderr, "%s returned %d: %s\n", what, code, text ? text : "");
    return true;
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
    return !failed(*tensor == nullptr, "aclCreateTensor");
}

// The gradient where |input - target| < beta is linear, else 1 or -1; "mean" divides by the number of elements.
float expected_gradient(float input, float target, float beta, size_t count)
{
    const float difference = input - target;
    const float gradient = std::fabs(difference) < beta ? difference / beta : difference < 0 ? -1.0f : 1.0f;
    return gradient / static_cast<float>(count);
}

// What is there to give back, wherever it ends.
struct Made {
    bool has_runtime = false, has_device = false;
    aclrtStream stream = nullptr;
    void *memory[4] = {}, *workspace = nullptr;
    aclTensor *tensors[4] = {};
    aclOpExecutor *executor = nullptr;
};

// True when all went well and the gradient is right; else the caller finds in `made` what had been made by then.
bool compute(Made &made)
{
    const std::vector<int64_t> shape = {2, 3};
    const std::vector<float> input = {0.5f, 3, -2, 1, 0.25f, -4}, target = {0, 0, 0, 1, 1, 1}, ones(6, 1.0f);
    const int64_t mean = 1;
    const float beta = 1;

    if (failed(aclInit(nullptr), "aclInit"))
        return false;
    made.has_runtime = true;
    if (failed(aclrtSetDevice(0), "aclrtSetDevice"))
        return false;
    made.has_device = true;
    if (failed(aclrtCreateStream(&made.stream), "aclrtCreateStream"))
        return false;

    const std::vector<float> *contents[] = {&ones, &input, &target, &ones};  // the last one is the output
    for (int i = 0; i < 4; i++)
        if (!make_tensor(*contents[i], shape, &made.memory[i], &made.tensors[i]))
            return false;
    const auto [grad_out, self, other, grad_input] = made.tensors;

    // Phase 1 checks the arguments and plans; phase 2 puts the plan on the stream and returns at once.
    uint64_t size = 0;
    if (failed(aclnnSmoothL1LossBackwardGetWorkspaceSize(grad_out, self, other, mean, beta, grad_input, &size,
                                                         &made.executor),
               "aclnnSmoothL1LossBackwardGetWorkspaceSize"))
        return false;
    if (size > 0 && failed(aclrtMalloc(&made.workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc"))
        return false;
    aclOpExecutor *executor = made.executor;
    made.executor = nullptr;  // phase 2 uses it up, also when it fails
    if (failed(aclnnSmoothL1LossBackward(made.workspace, size, executor, made.stream), "aclnnSmoothL1LossBackward") ||
        failed(aclrtSynchronizeStream(made.stream), "aclrtSynchronizeStream"))
        return false;

    std::vector<float> result(input.size());
    const size_t bytes = result.size() * sizeof(float);
    if (failed(aclrtMemcpy(result.data(), bytes, made.memory[3], bytes, ACL_MEMCPY_DEVICE_TO_HOST), "aclrtMemcpy"))
        return false;
    bool is_right = true;
    for (size_t i = 0; i < result.size(); i++) {
        const float expected = expected_gradient(input[i], target[i], beta, input.size());
        std::printf("d loss / d x[%zu] = %9.6f, expected %9.6f\n", i, result[i], expected);
        is_right = is_right && std::fabs(result[i] - expected) < 1e-6f;
    }
    return is_right;
}

// The stream, then descriptors and memory, then the device, the runtime. One that fails keeps none of the others.
bool give_back(const Made &made)
{
    int failures = 0;
    if (made.stream != nullptr)
        failures += failed(aclrtDestroyStream(made.stream), "aclrtDestroyStream");
    if (made.executor != nullptr)
        failures += failed(aclDestroyAclOpExecutor(made.executor), "aclDestroyAclOpExecutor");
    for (aclTensor *tensor : made.tensors)
        if (tensor != nullptr)
            failures += failed(aclDestroyTensor(tensor), "aclDestroyTensor");
    for (void *block : {made.memory[0], made.memory[1], made.memory[2], made.memory[3], made.workspace})
        if (block != nullptr)
            failures += failed(aclrtFree(block), "aclrtFree");
    if (made.has_device)
        failures += failed(aclrtResetDevice(0), "aclrtResetDevice");
    if (made.has_runtime)
        failures += failed(aclFinalize(), "aclFinalize");
    return failures == 0;
}

}  // namespace

int main()
{
    Made made;
    const bool is_right = compute(made);
    return give_back(made) && is_right ? 0 : 1;
}
