// In-place operators: one tensor is input and output. Here on a part of the memory only.
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_mul.h"
#include "support.hpp"

using namespace support;

int main()
{
    Runtime runtime;
    Stream stream;
    Memory memory(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}), ones(std::vector<float>{1, 1, 1, 1});
    aclTensor *middle = view(memory, {4}, {1}, 2);  // 3 4 5 6
    aclTensor *other = view(ones, {4});

    aclScalar *alpha = scalar(10), *factor = scalar(0.5f);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;

    OK(aclnnInplaceAddGetWorkspaceSize(middle, other, alpha, &size, &executor));  // middle += 10 * other
    launch(aclnnInplaceAdd, size, executor, stream);
    print("added", memory.read());
    CHECK(near(memory.read(), {1, 2, 13, 14, 15, 16, 7, 8}));

    OK(aclnnInplaceMulsGetWorkspaceSize(middle, factor, &size, &executor));  // middle *= 0.5
    launch(aclnnInplaceMuls, size, executor, stream);
    print("halved", memory.read());
    CHECK(near(memory.read(), {1, 2, 6.5f, 7, 7.5f, 8, 7, 8}));

    OK(aclDestroyTensor(middle));
    OK(aclDestroyTensor(other));
    OK(aclDestroyScalar(alpha));
    OK(aclDestroyScalar(factor));
    return 0;
}
