// Tensor lists: three matrices are joined along their columns, and the result is split again.
//
// A list owns its elements: destroying it destroys them, so that no element is destroyed by itself.
#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_split_tensor.h"
#include "support.hpp"

using namespace support;

int main()
{
    Runtime runtime;
    Stream stream;
    Memory a(std::vector<float>{1, 2, 3, 4}), b(std::vector<float>{5, 6}), c(std::vector<float>{7, 8, 9, 10, 11, 12});
    Memory joined(12);

    const aclTensor *parts[] = {view(a, {2, 2}), view(b, {2, 1}), view(c, {2, 3})};
    aclTensorList *inputs = aclCreateTensorList(parts, 3);
    aclTensor *whole = view(joined, {2, 6});
    uint64_t size = 0, count = 0;
    aclOpExecutor *executor = nullptr;
    OK(aclGetTensorListSize(inputs, &count));
    CHECK(count == 3);
    OK(aclnnCatGetWorkspaceSize(inputs, 1, whole, &size, &executor));
    launch(aclnnCat, size, executor, stream);
    print("joined", joined.read());
    CHECK(near(joined.read(), {1, 2, 5, 7, 8, 9, 3, 4, 6, 10, 11, 12}));

    Memory left(6), right(6);
    const aclTensor *halves[] = {view(left, {2, 3}), view(right, {2, 3})};
    aclTensorList *outputs = aclCreateTensorList(halves, 2);
    OK(aclnnSplitTensorGetWorkspaceSize(whole, 3, 1, outputs, &size, &executor));
    launch(aclnnSplitTensor, size, executor, stream);
    print("left", left.read());
    print("right", right.read());
    CHECK(near(left.read(), {1, 2, 5, 3, 4, 6}));
    CHECK(near(right.read(), {7, 8, 9, 10, 11, 12}));

    OK(aclDestroyTensorList(inputs));
    OK(aclDestroyTensorList(outputs));
    OK(aclDestroyTensor(whole));
    return 0;
}
