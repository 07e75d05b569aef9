// In-place operators: one tensor is input and output. Here on a part of the memory only.
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_mul.h"
#include "support.hpp"

using namespace support;

namespace {

void sample()
{
    Runtime runtime;
    Memory memory(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}), ones(std::vector<float>{1, 1, 1, 1});
    Tensor middle = view(memory, {4}, {1}, 2);  // 3 4 5 6
    Tensor other = view(ones, {4});
    Scalar alpha = scalar(10), factor = scalar(0.5f);
    Stream stream;

    Prepared add;
    OK(aclnnInplaceAddGetWorkspaceSize(middle, other, alpha, &add.size, &add.executor));  // middle += 10 * other
    launch(aclnnInplaceAdd, add, stream);
    print("added", memory.read());
    CHECK(near(memory.read(), {1, 2, 13, 14, 15, 16, 7, 8}));

    Prepared muls;
    OK(aclnnInplaceMulsGetWorkspaceSize(middle, factor, &muls.size, &muls.executor));  // middle *= 0.5
    launch(aclnnInplaceMuls, muls, stream);
    print("halved", memory.read());
    CHECK(near(memory.read(), {1, 2, 6.5f, 7, 7.5f, 8, 7, 8}));
}

}  // namespace

int main() { return run(sample); }
