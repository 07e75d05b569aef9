"""Python processes that load the libraries, as they would load CANN's: by ctypes, cffi or this package."""

from __future__ import annotations

import pytest

from pyaclnn.simulator.build.tree import Tree

from .building import compile_c, run_python

LOAD = """
import ctypes, os, sys, threading, time
runtime = ctypes.CDLL(TREE + "/libascendcl.so")
descriptors = ctypes.CDLL(TREE + "/libnnopbase.so")
runtime.aclrtGetSocName.restype = ctypes.c_char_p
runtime.aclGetRecentErrMsg.restype = ctypes.c_char_p
descriptors.aclCreateTensor.restype = ctypes.c_void_p
"""


def host(tree: Tree, code: str) -> str:
    """The output of a Python program that loads the libraries; it must end well and say nothing on stderr."""
    # Some leave things behind, which the check mode would report.
    environ = {"PYACLNN_SIMULATOR_CHECK": "0"}
    outcome = run_python(f"TREE = {str(tree.libraries)!r}\n{LOAD}\n{code}", environ)
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out


def test_the_interpreter_of_the_process_is_used(tree: Tree) -> None:
    """One process, one set of modules: the machine behind the libraries is there to be looked at."""
    out = host(
        tree,
        "print('pyaclnn' in sys.modules)\n"
        "print(runtime.aclInit(None), runtime.aclrtSetDevice(0))\n"
        "from pyaclnn.simulator.build import bridge\n"
        "memory = ctypes.c_void_p()\n"
        "print(runtime.aclrtMalloc(ctypes.byref(memory), ctypes.c_size_t(64), 0))\n"
        "print(bridge.machine().memory.used(0) >= 64, f'PID: {os.getpid()}')\n"
        "runtime.aclrtFree(ctypes.c_void_p(5))\n"
        "print(f'PID: {os.getpid()}' in runtime.aclGetRecentErrMsg().decode())\n"
        "print(runtime.aclrtFree(memory), bridge.machine().memory.used(0))\n",
    )
    lines = out.splitlines()
    assert (lines[0], lines[1], lines[2], lines[4], lines[5]) == ("False", "0 0", "0", "True", "0 0")
    assert lines[3].startswith("True PID: ")


def test_the_package_on_the_libraries(tree: Tree) -> None:
    """The package finds the tree as an installed CANN, and its own simulator is another machine."""
    out = host(
        tree,
        "os.environ['ASCEND_HOME_PATH'] = TREE.removesuffix('/lib64')\n"
        "from pyaclnn import Device\n"
        "with Device(0) as device, Device(0, backend='simulator', soc='Ascend310P3') as other:\n"
        "    print(device.backend, device.soc_name, other.backend, other.soc_name)\n"
        "    print(device.add([1.0, 2.0], [3.0, 4.0], alpha=2).numpy().tolist())\n",
    )
    assert out == "cann Ascend910B1 simulator Ascend310P3\n[7.0, 10.0]\n"


def test_a_device_left_open_at_exit(tree: Tree) -> None:
    out = host(
        tree,
        "os.environ['ASCEND_HOME_PATH'] = TREE.removesuffix('/lib64')\n"
        "from pyaclnn import Device\n"
        "device = Device(0)\n"
        "x = device.tensor([1.0])\n"
        "print(device.backend)\n",
    )
    assert out == "cann\n"


def test_calls_that_hold_the_interpreter_lock(tree: Tree) -> None:
    """Extension modules may call without releasing it, also several of them for the first time at once."""
    out = host(
        tree,
        "holding = ctypes.PyDLL(TREE + '/libascendcl.so')\n"
        "barrier = threading.Barrier(6)\n"
        "codes = []\n"
        "def call(library):\n"
        "    barrier.wait()\n"
        "    codes.append(library.aclrtSetDevice(0))\n"
        "threads = [threading.Thread(target=call, args=(l,)) for l in (holding, runtime) * 3]\n"
        "[t.start() for t in threads]\n"
        "[t.join() for t in threads]\n"
        "print(codes)\n",
    )
    assert out == "[0, 0, 0, 0, 0, 0]\n"


def test_a_handler_at_exit_that_was_registered_last(tree: Tree) -> None:
    """Handlers run in reverse: this one still reaches the machine."""
    out = host(
        tree,
        "import atexit\nruntime.aclInit(None)\natexit.register(lambda: print(runtime.aclrtSetDevice(0), flush=True))\n",
    )
    assert out == "0\n"


AFTERWARDS = """
import atexit
memory, stream = ctypes.c_void_p(), ctypes.c_void_p()
shape = (ctypes.c_int64 * 1)(2)
def afterwards():
    one, zero = ctypes.c_uint64(1), ctypes.c_int64(0)
    tensor = descriptors.aclCreateTensor(shape, one, 0, None, zero, 2, shape, one, None)
    print(runtime.aclrtFree(memory), runtime.aclrtSynchronizeStream(stream), runtime.aclrtDestroyStream(stream))
    print(runtime.aclrtResetDevice(0), runtime.aclFinalize(), descriptors.aclDestroyTensor(None))
    print(runtime.aclrtSetDevice(0), runtime.aclInit(None), tensor, runtime.aclrtGetSocName(), flush=True)
atexit.register(afterwards)  # before the libraries' own handler: runs after it
print(runtime.aclInit(None), runtime.aclrtSetDevice(0), runtime.aclrtCreateStream(ctypes.byref(stream)))
print(runtime.aclrtMalloc(ctypes.byref(memory), ctypes.c_size_t(64), 0))
"""


def test_calls_after_the_gate_has_closed(tree: Tree) -> None:
    """What gives back succeeds, everything else fails, pointers are NULL."""
    assert host(tree, AFTERWARDS) == "0 0 0\n0\n0 0 0\n0 0 0\n500000 500000 None None\n"


DAEMONS = """
runtime.aclInit(None)
rounds = [0] * 4
def work(number):
    while True:
        memory = ctypes.c_void_p()
        runtime.aclrtSetDevice(0)
        runtime.aclrtMalloc(ctypes.byref(memory), ctypes.c_size_t(64), 0)
        runtime.aclrtSynchronizeDevice()
        runtime.aclrtFree(memory)
        rounds[number] += 1
for number in range(4):
    threading.Thread(target=work, args=(number,), daemon=True).start()
while min(rounds) < 3:
    time.sleep(0.001)
print("done")
"""


@pytest.mark.parametrize("turn", range(5))
def test_daemon_threads_at_exit(tree: Tree, turn: int) -> None:
    """Threads that never stop calling: no crash, no hang, nothing said."""
    assert host(tree, DAEMONS) == "done\n"


FOREIGN = """
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>
#include "acl/acl.h"
static std::atomic<int> calls{0}, wrong{0};
static std::atomic<bool> is_closed{false};
static std::vector<std::thread> threads;
extern "C" void start_threads()
{
    for (int i = 0; i < 4; i++)
        threads.emplace_back([] {
            // After the interpreter's end: codes of failure, success for what gives back.
            for (int closed = 0; closed < 50;) {
                void *memory = nullptr;
                aclrtSetDevice(0);
                const int code = aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST);
                wrong += aclrtFree(memory) != 0 && code == 0;
                wrong += code != 0 && code != 500000;
                closed += code != 0;
                calls++;
            }
        });
    while (calls < 20) std::this_thread::yield();
}
struct Joiner {
    ~Joiner()
    {
        for (auto &thread : threads) thread.join();
        if (wrong) _Exit(7);
    }
};
static Joiner joiner;
"""


@pytest.mark.parametrize("turn", range(3))
def test_foreign_threads_during_and_after_exit(tree: Tree, tmp_path_factory: pytest.TempPathFactory, turn: int) -> None:
    """Threads of C++ go on after the interpreter is gone, until the library that owns them is destroyed."""
    library = compile_c(FOREIGN, tmp_path_factory.mktemp("foreign"), tree, "libforeign.cpp", ["-shared", "-fPIC"])
    code = f"runtime.aclInit(None)\nctypes.CDLL({str(library)!r}).start_threads()\nprint('done')\n"
    assert host(tree, code) == "done\n"


def test_the_first_call_comes_too_late(tree: Tree) -> None:
    """Nothing was called before the interpreter finalized: the gate stays shut."""
    code = (
        "class Last:\n"
        "    def __del__(self, library=runtime, out=os.write):\n"
        "        out(1, f'{library.aclrtFree(None)} {library.aclInit(None)}'.encode())\n"
        "last = Last()\n"
        "last.itself = last\n"
    )
    out = host(tree, code)
    assert out in ("", "0 500000"), "either never collected, or after the end"
