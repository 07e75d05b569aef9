// Every kind of mistake that the check mode finds, one after another; with an argument, the same program without them.
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>
#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"

static bool is_repaired;
constexpr size_t COUNT = 8, BYTES = COUNT * sizeof(float);
static float host[2 * COUNT];

static void *allocated()
{
    void *memory = nullptr;
    aclrtMalloc(&memory, BYTES, ACL_MEM_MALLOC_HUGE_FIRST);
    return memory;
}

static void *filled()
{
    void *memory = allocated();
    aclrtMemset(memory, BYTES, 0, BYTES);
    return memory;
}

static aclrtStream new_stream()
{
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);
    return stream;
}

// A call of out = x + 1 between its phases; strided operands need a workspace.
struct Call {
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    void *workspace = nullptr;
    std::vector<aclTensor *> tensors;
    aclScalar *one = nullptr;

    Call(void *x, void *out, bool is_strided = false)
    {
        const int64_t shape[] = {2, 4}, rows[] = {4, 1}, columns[] = {1, 2};
        for (void *memory : {x, out})
            tensors.push_back(aclCreateTensor(shape, 2, ACL_FLOAT, is_strided ? columns : rows, 0, ACL_FORMAT_ND,
                                              shape, 2, memory));
        float value = 1;
        one = aclCreateScalar(&value, ACL_FLOAT);
        aclnnAddsGetWorkspaceSize(tensors[0], one, one, tensors[1], &size, &executor);
        if (size) aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST);
    }
    int launch() { return aclnnAdds(workspace, size, executor, nullptr); }
    ~Call()
    {
        for (aclTensor *tensor : tensors) aclDestroyTensor(tensor);
        aclDestroyScalar(one);
    }
};

static int wait() { return aclrtSynchronizeStream(nullptr); }

// Launches, waits for it where that is right, calls `then` and gives back the operands that it has not.
static int after_launch(const std::function<int(void *x, void *out)> &then, bool takes_x = false)
{
    void *x = filled(), *out = filled();
    Call(x, out).launch();
    if (is_repaired) wait();
    const int code = then(x, out);
    wait();
    if (!takes_x || code) aclrtFree(x);
    aclrtFree(out);
    return code;
}

static int launched_on(void *x)
{
    void *out = filled();
    Call(x, out).launch();
    const int code = wait();
    aclrtFree(out);
    if (x) aclrtFree(x);
    return code;
}

static int memory_leak()
{
    void *memory = allocated();
    return is_repaired ? aclrtFree(memory) : 0;
}

static int double_free()
{
    void *memory = allocated();
    const int code = aclrtFree(memory);
    return is_repaired ? code : aclrtFree(memory);
}

static int invalid_free()
{
    char *memory = (char *)allocated();
    const int code = is_repaired ? 0 : aclrtFree(memory + 16);
    aclrtFree(memory);
    return code;
}

static int use_after_free()
{
    void *memory = filled();
    if (!is_repaired) aclrtFree(memory);
    const int code = aclrtMemcpy(host, BYTES, memory, BYTES, ACL_MEMCPY_DEVICE_TO_HOST);
    if (is_repaired) aclrtFree(memory);
    return code;
}

static int operand_freed_early()
{
    return after_launch([](void *x, void *) { return aclrtFree(x); }, true);
}

static int workspace_freed_early()
{
    void *x = filled(), *out = filled();
    Call call(x, out, true);
    call.launch();
    if (is_repaired) wait();
    const int code = aclrtFree(call.workspace);
    wait();
    if (code) aclrtFree(call.workspace);
    aclrtFree(x), aclrtFree(out);
    return code;
}

static int out_of_bounds()
{
    void *memory = filled();
    const size_t size = is_repaired ? BYTES : 2 * BYTES;
    const int code = aclrtMemcpy(host, size, memory, size, ACL_MEMCPY_DEVICE_TO_HOST);
    aclrtFree(memory);
    return code;
}

static int host_device_mixup()
{
    void *memory = filled();
    const int code = aclrtMemcpy(host, BYTES, memory, BYTES,
                                 is_repaired ? ACL_MEMCPY_DEVICE_TO_HOST : ACL_MEMCPY_DEVICE_TO_DEVICE);
    aclrtFree(memory);
    return code;
}

static int wild_pointer() { return launched_on(is_repaired ? filled() : nullptr); }

static int uninitialized_read() { return launched_on(is_repaired ? filled() : allocated()); }

static int race()
{
    void *memory = filled();
    aclrtStream one = new_stream(), other = new_stream();
    aclrtEvent event = nullptr;
    aclrtCreateEvent(&event);
    aclrtMemsetAsync(memory, BYTES, 1, BYTES, one);
    aclrtRecordEvent(event, one);
    if (is_repaired) aclrtStreamWaitEvent(other, event);
    aclrtMemsetAsync(memory, BYTES, 2, BYTES, other);
    const int code = aclrtSynchronizeStream(other);
    aclrtSynchronizeStream(one);
    aclrtDestroyEvent(event), aclrtDestroyStream(one), aclrtDestroyStream(other), aclrtFree(memory);
    return code;
}

static int unsynchronized_host_read()
{
    return after_launch([](void *, void *out) {
        return aclrtMemcpy(host, BYTES, out, BYTES, ACL_MEMCPY_DEVICE_TO_HOST);
    });
}

static int unsynchronized_host_write()
{
    return after_launch([](void *x, void *) { return aclrtMemcpy(x, BYTES, host, BYTES, ACL_MEMCPY_HOST_TO_DEVICE); });
}

static int handle_leak()
{
    aclrtStream stream = new_stream();
    return is_repaired ? aclrtDestroyStream(stream) : 0;
}

static int handle_destroyed_twice()
{
    aclrtStream stream = new_stream();
    const int code = aclrtDestroyStream(stream);
    return is_repaired ? code : aclrtDestroyStream(stream);
}

static int handle_used_after_destruction()
{
    aclrtStream stream = new_stream();
    if (!is_repaired) aclrtDestroyStream(stream);
    const int code = aclrtSynchronizeStream(stream);
    if (is_repaired) aclrtDestroyStream(stream);
    return code;
}

static int unknown_handle() { return aclrtSynchronizeStream(is_repaired ? nullptr : (aclrtStream)0x1230); }

static int executor_used_twice()
{
    void *x = filled(), *out = filled();
    Call call(x, out);
    int code = call.launch();
    if (!is_repaired) code = call.launch();
    wait();
    aclrtFree(x), aclrtFree(out);
    return code;
}

static int executor_dropped()
{
    void *x = filled(), *out = filled();
    Call call(x, out);
    aclrtFree(x), aclrtFree(out);
    return is_repaired ? aclDestroyAclOpExecutor(call.executor) : 0;
}

int main(int count, char **)
{
    is_repaired = count > 1;
    if (aclInit(nullptr)) return 1;
    const std::pair<const char *, int (*)()> mistakes[] = {
        {"memory-leak", memory_leak},
        {"double-free", double_free},
        {"invalid-free", invalid_free},
        {"use-after-free", use_after_free},
        {"operand-freed-early", operand_freed_early},
        {"workspace-freed-early", workspace_freed_early},
        {"out-of-bounds", out_of_bounds},
        {"host-device-mixup", host_device_mixup},
        {"wild-pointer", wild_pointer},
        {"uninitialized-read", uninitialized_read},
        {"race", race},
        {"unsynchronized-host-read", unsynchronized_host_read},
        {"unsynchronized-host-write", unsynchronized_host_write},
        {"handle-leak", handle_leak},
        {"handle-destroyed-twice", handle_destroyed_twice},
        {"handle-used-after-destruction", handle_used_after_destruction},
        {"unknown-handle", unknown_handle},
        {"executor-used-twice", executor_used_twice},
        {"executor-dropped", executor_dropped},
    };
    for (const auto &[name, make] : mistakes) {
        if (aclrtSetDevice(0)) return 2;
        const int code = make();
        const int end = aclrtResetDevice(0);
        std::printf("%s %d %d\n", name, code, end);
    }
}
