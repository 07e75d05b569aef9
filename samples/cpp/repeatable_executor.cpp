// A repeatable executor: phase 1 once, phase 2 for each of several inputs by exchanging addresses.
//
// Without it every call checks and plans anew. A repeatable executor is no longer used up by phase 2 and is
// destroyed by the caller, once: here by `add`.
#include "aclnnop/aclnn_add.h"
#include "support.hpp"

using namespace support;

namespace {

void sample()
{
    Runtime runtime;
    Memory first(std::vector<float>{1, 2, 3}), second(std::vector<float>{10, 20, 30}), step(std::vector<float>{1, 1, 1});
    Memory results[3] = {Memory(3), Memory(3), Memory(3)};
    Tensor x = view(first, {3}), y = view(step, {3}), out = view(results[0], {3});
    Scalar alpha = scalar(2);

    Prepared add;
    OK(aclnnAddGetWorkspaceSize(x, y, alpha, out, &add.size, &add.executor));
    OK(aclSetAclOpExecutorRepeatable(add.executor));  // at once after phase 1
    Workspace workspace(add.size);
    Stream stream;

    // Other memory of the same shape and type; the index is the tensor's place among the inputs or the outputs.
    const Memory *inputs[] = {&first, &second, &results[0]};
    for (size_t i = 0; i < 3; i++) {
        OK(aclSetInputTensorAddr(add.executor, 0, x, inputs[i]->address));
        OK(aclSetOutputTensorAddr(add.executor, 0, out, results[i].address));
        OK(aclnnAdd(workspace.address, workspace.size, add.executor, stream.handle));
    }
    stream.wait();
    for (const Memory &result : results)
        print("result", result.read());
    CHECK(near(results[0].read(), {3, 4, 5}));
    CHECK(near(results[1].read(), {12, 22, 32}));
    CHECK(near(results[2].read(), {5, 6, 7}));
}

}  // namespace

int main() { return run(sample); }
