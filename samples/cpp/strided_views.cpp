// Strided views: operands that are parts of a matrix, read and written in place without copies.
//
// The matrix has 4 rows of 6 numbers. `left` is its columns 0 and 2, `right` the columns 5 and 3 of the transposed
// half, and the sum goes into every second cell of another block, whose other cells must stay as they are.
#include "aclnnop/aclnn_add.h"
#include "support.hpp"

using namespace support;

namespace {

void sample()
{
    Runtime runtime;
    std::vector<float> numbers(24);
    std::iota(numbers.begin(), numbers.end(), 0.0f);
    Memory matrix(numbers), result(std::vector<float>(20, -1.0f));

    // Element (i, j) of a view lies at offset + i * strides[0] + j * strides[1].
    Tensor left = view(matrix, {4, 2}, {6, 2});      // rows of the matrix, columns 0 and 2
    Tensor right = view(matrix, {4, 2}, {1, 6}, 2);  // a transposed block: its columns are rows 0 and 1
    Tensor out = view(result, {4, 2}, {4, 2}, 1);    // cells 1, 3, 5, ...

    Scalar alpha = scalar(1);
    Stream stream;
    Prepared add;
    OK(aclnnAddGetWorkspaceSize(left, right, alpha, out, &add.size, &add.executor));
    std::printf("the copies to contiguous memory need %llu bytes of workspace\n",
                static_cast<unsigned long long>(add.size));
    launch(aclnnAdd, add, stream);

    std::vector<float> expected(20, -1.0f);
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 2; j++)
            expected[1 + 4 * i + 2 * j] = numbers[6 * i + 2 * j] + numbers[2 + i + 6 * j];
    print("result", result.read());
    CHECK(near(result.read(), expected));
    CHECK(near(matrix.read(), numbers));
}

}  // namespace

int main() { return run(sample); }
