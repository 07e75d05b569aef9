// Two streams and an event: one stream computes, the other one waits for it on the device, not on the host.
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_mul.h"
#include "support.hpp"

using namespace support;

int main()
{
    Runtime runtime;
    Memory x(std::vector<float>{1, 2, 3, 4}), squares(4), sums(4);
    aclTensor *in = view(x, {4}), *middle = view(squares, {4}), *out = view(sums, {4});
    aclScalar *alpha = scalar(1);
    {
        Stream producer, consumer;
        aclrtEvent ready = nullptr;
        OK(aclrtCreateEventWithFlag(&ready, ACL_EVENT_SYNC));
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;

        OK(aclnnMulGetWorkspaceSize(in, in, middle, &size, &executor));
        CHECK(size == 0);  // contiguous operands of one type: nothing to copy
        OK(aclnnMul(nullptr, size, executor, producer.handle));
        OK(aclrtRecordEvent(ready, producer.handle));

        // Without this line the consumer might add what `squares` held before.
        OK(aclrtStreamWaitEvent(consumer.handle, ready));
        OK(aclnnAddGetWorkspaceSize(middle, in, alpha, out, &size, &executor));
        CHECK(size == 0);
        OK(aclnnAdd(nullptr, size, executor, consumer.handle));

        consumer.wait();  // and so for the producer up to its event
        aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
        OK(aclrtQueryEventStatus(ready, &status));
        CHECK(status == ACL_EVENT_RECORDED_STATUS_COMPLETE);
        OK(aclrtDestroyEvent(ready));
    }
    print("x*x + x", sums.read());
    CHECK(near(sums.read(), {2, 6, 12, 20}));
    OK(aclDestroyTensor(in));
    OK(aclDestroyTensor(middle));
    OK(aclDestroyTensor(out));
    OK(aclDestroyScalar(alpha));
    return 0;
}
