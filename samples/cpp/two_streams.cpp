// Two streams and an event: one stream computes, the other one waits for it on the device, not on the host.
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_mul.h"
#include "support.hpp"

using namespace support;

namespace {

void sample()
{
    Runtime runtime;
    Memory x(std::vector<float>{1, 2, 3, 4}), squares(4), sums(4);
    Tensor in = view(x, {4}), middle = view(squares, {4}), out = view(sums, {4});
    Scalar alpha = scalar(1);
    {
        Stream producer, consumer;
        Event ready;

        Prepared mul;
        OK(aclnnMulGetWorkspaceSize(in, in, middle, &mul.size, &mul.executor));
        CHECK(mul.size == 0);  // contiguous operands of one type: nothing to copy
        OK(aclnnMul(nullptr, 0, mul.use_up(), producer.handle));
        OK(aclrtRecordEvent(ready.handle, producer.handle));

        // Without this line the consumer might add what `squares` held before.
        OK(aclrtStreamWaitEvent(consumer.handle, ready.handle));
        Prepared add;
        OK(aclnnAddGetWorkspaceSize(middle, in, alpha, out, &add.size, &add.executor));
        CHECK(add.size == 0);
        OK(aclnnAdd(nullptr, 0, add.use_up(), consumer.handle));

        consumer.wait();  // and so for the producer up to its event
        aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
        OK(aclrtQueryEventStatus(ready.handle, &status));
        CHECK(status == ACL_EVENT_RECORDED_STATUS_COMPLETE);
    }
    print("x*x + x", sums.read());
    CHECK(near(sums.read(), {2, 6, 12, 20}));
}

}  // namespace

int main() { return run(sample); }
