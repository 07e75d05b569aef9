// Tensor lists: three matrices are joined along their columns, and the result is split again.
//
// A list owns its elements: destroying it destroys them, so that no element is destroyed by itself.
#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_split_tensor.h"
#include "support.hpp"

using namespace support;

namespace {

void sample()
{
    Runtime runtime;
    Memory a(std::vector<float>{1, 2, 3, 4}), b(std::vector<float>{5, 6}), c(std::vector<float>{7, 8, 9, 10, 11, 12});
    Memory joined(12), left(6), right(6);
    Stream stream;

    TensorList inputs = list(view(a, {2, 2}), view(b, {2, 1}), view(c, {2, 3}));
    Tensor whole = view(joined, {2, 6});
    uint64_t count = 0;
    OK(aclGetTensorListSize(inputs, &count));
    CHECK(count == 3);
    Prepared cat;
    OK(aclnnCatGetWorkspaceSize(inputs, 1, whole, &cat.size, &cat.executor));
    launch(aclnnCat, cat, stream);
    print("joined", joined.read());
    CHECK(near(joined.read(), {1, 2, 5, 7, 8, 9, 3, 4, 6, 10, 11, 12}));

    TensorList outputs = list(view(left, {2, 3}), view(right, {2, 3}));
    Prepared split;
    OK(aclnnSplitTensorGetWorkspaceSize(whole, 3, 1, outputs, &split.size, &split.executor));
    launch(aclnnSplitTensor, split, stream);
    print("left", left.read());
    print("right", right.read());
    CHECK(near(left.read(), {1, 2, 5, 3, 4, 6}));
    CHECK(near(right.read(), {7, 8, 9, 10, 11, 12}));
}

}  // namespace

int main() { return run(sample); }
