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

void sample()
{
    Runtime runtime;
    Memory x(std::vector<float>{1, 2, 3, 4}), y(std::vector<float>{1, 2, 3}), z(4);
    Tensor four = view(x, {4}), three = view(y, {3}), out = view(z, {4});
    Scalar alpha = scalar(1);
    Stream stream;

    // A missing tensor: 161001. A failed phase 1 makes no executor, so that there is nothing to give back.
    Prepared refused;
    const int missing = aclnnAddGetWorkspaceSize(nullptr, four, alpha, out, &refused.size, &refused.executor);
    std::string text = recent_text();
    std::printf("%d\n%s\n", missing, text.c_str());
    CHECK(missing == 161001);
    CHECK(mentions(text, "self"));
    CHECK(refused.executor == nullptr);

    // Shapes that don't broadcast: 161002.
    const int invalid = aclnnAddGetWorkspaceSize(four, three, alpha, out, &refused.size, &refused.executor);
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
    Tensor beyond(aclCreateTensor(&shape, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &claimed, 1, x.address));
    Prepared bad;
    OK(aclnnAddGetWorkspaceSize(beyond, four, alpha, out, &bad.size, &bad.executor));
    {
        Workspace workspace(bad.size);
        OK(aclnnAdd(workspace.address, workspace.size, bad.use_up(), stream.handle));
        const int fault = aclrtSynchronizeStream(stream.handle);
        std::printf("%d\n%s\n", fault, recent_text().c_str());
        CHECK(fault != 0);
    }

    // After all that the device still works.
    Prepared good;
    OK(aclnnAddGetWorkspaceSize(four, four, alpha, out, &good.size, &good.executor));
    launch(aclnnAdd, good, stream);
    CHECK(near(z.read(), {2, 4, 6, 8}));
}

}  // namespace

int main() { return run(sample); }
