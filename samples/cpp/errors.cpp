// What fails, how it shows, and what is left to do afterwards.
//
// Every function returns a code; the text for it belongs to the thread and must be read before anything else fails.
#include <string>

#include "aclnnop/aclnn_add.h"
#include "support.hpp"

using namespace support;

namespace {

std::string recent_text()
{
    const char *text = aclGetRecentErrMsg();
    return text ? text : "";
}

bool mentions(const std::string &text, const char *word) { return text.find(word) != std::string::npos; }

}  // namespace

int main()
{
    Runtime runtime;
    Stream stream;
    Memory x(std::vector<float>{1, 2, 3, 4}), y(std::vector<float>{1, 2, 3}), z(4);
    aclTensor *four = view(x, {4}), *three = view(y, {3}), *out = view(z, {4});
    aclScalar *alpha = scalar(1);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;

    // A missing tensor: 161001. A failed phase 1 makes no executor, so that there is nothing to give back.
    const int missing = aclnnAddGetWorkspaceSize(nullptr, four, alpha, out, &size, &executor);
    std::string text = recent_text();
    std::printf("%d\n%s\n", missing, text.c_str());
    CHECK(missing == 161001);
    CHECK(mentions(text, "self"));
    CHECK(executor == nullptr);

    // Shapes that don't broadcast: 161002.
    const int invalid = aclnnAddGetWorkspaceSize(four, three, alpha, out, &size, &executor);
    text = recent_text();
    std::printf("%d\n%s\n", invalid, text.c_str());
    CHECK(invalid == 161002);

    // The runtime has codes of its own: memory that was never allocated, a device that is not there.
    int nothing = 0;
    CHECK(aclrtFree(&nothing) != 0);
    CHECK(aclrtSetDevice(1000) != 0);
    CHECK(!recent_text().empty());

    // A tensor that claims more storage than there is passes phase 1, which sees no memory. The kernel then fails.
    const int64_t claimed = 4000000, shape = 4, stride = 1000000;
    aclTensor *beyond = aclCreateTensor(&shape, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &claimed, 1, x.address);
    OK(aclnnAddGetWorkspaceSize(beyond, four, alpha, out, &size, &executor));
    void *workspace = nullptr;
    if (size > 0)
        OK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
    OK(aclnnAdd(workspace, size, executor, stream.handle));
    const int fault = aclrtSynchronizeStream(stream.handle);
    std::printf("%d\n%s\n", fault, recent_text().c_str());
    CHECK(fault != 0);

    // After all that the device still works.
    OK(aclnnAddGetWorkspaceSize(four, four, alpha, out, &size, &executor));
    launch(aclnnAdd, size, executor, stream);
    CHECK(near(z.read(), {2, 4, 6, 8}));

    if (workspace != nullptr)
        OK(aclrtFree(workspace));
    for (aclTensor *tensor : {four, three, out, beyond})
        OK(aclDestroyTensor(tensor));
    OK(aclDestroyScalar(alpha));
    return 0;
}
