"""Threads of extension modules that call CANN: at the interpreter's end, and where they wait for one another."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

import pytest

from pyaclnn.simulator.build.tree import Tree

from .building import compile_c, run_python

# As extension modules do it: the interpreter's lock is taken again by a destructor, which must not throw.
STAYING = """
#include <Python.h>
#include <atomic>
#include <chrono>
#include <thread>
#include "acl/acl.h"
static std::atomic<int> waiting{0};
static std::atomic<bool> is_released{false};
struct WithoutPython {
    PyThreadState *state = PyEval_SaveThread();
    ~WithoutPython() { PyEval_RestoreThread(state); }
};
extern "C" int work()
{
    WithoutPython guard;
    void *memory = nullptr;
    const int code = aclrtSetDevice(0) || aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST) || aclrtFree(memory);
    waiting++;
    while (!is_released) std::this_thread::yield();
    return code;
}
extern "C" void wait_for_threads(int count)
{
    while (waiting < count) std::this_thread::yield();
}
/* Called with the interpreter's lock while it finalizes: the threads ask for the lock. */
extern "C" void release()
{
    is_released = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
}
"""

AT_EXIT = """
import ctypes, os, threading
library = ctypes.PyDLL(LIBRARY)
library.work.restype = ctypes.c_int
class Last:
    def __del__(self, release=library.release, write=os.write):
        release()
        write(1, b"released\\n")
for _ in range(3):
    threading.Thread(target=library.work, daemon=True).start()
ctypes.CDLL(LIBRARY).wait_for_threads(3)
last = Last()  # until modules are cleared
print("done", flush=True)
"""

# Each kind of lock, by one thread that holds it and calls CANN and one that waits for it with the interpreter's lock.
WAITING = """
#include <Python.h>
#include <atomic>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include "acl/acl.h"
static std::atomic<int> inside{0}, finished{0};
static std::atomic<bool> other_comes{false};
static int use()
{
    inside++;
    const bool is_holding = PyGILState_Check();  // then others have their turn, as they may in the call of CANN
    PyThreadState *state = is_holding ? PyEval_SaveThread() : nullptr;
    while (!other_comes) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (is_holding) PyEval_RestoreThread(state);
    void *memory = nullptr;
    const int code = aclrtSetDevice(0) || aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST) || aclrtFree(memory);
    finished++;
    return code;
}
static std::mutex mutex;
static std::shared_mutex shared;
static std::once_flag flag;
static int with_static()
{
    static const int code = use();
    return code;
}
static int hold(int kind)
{
    int code = 0;
    switch (kind) {
    case 0: { std::lock_guard<std::mutex> guard(mutex); return finished ? 0 : use(); }
    case 1: { std::unique_lock<std::shared_mutex> guard(shared); return finished ? 0 : use(); }
    case 2: {
        if (inside) { std::shared_lock<std::shared_mutex> guard(shared); return 0; }
        std::unique_lock<std::shared_mutex> guard(shared);
        return use();
    }
    case 3: std::call_once(flag, [&code] { code = use(); }); return code;
    default: return with_static();
    }
}
extern "C" int first(int kind) { return hold(kind); }
extern "C" void wait()
{
    while (!inside) std::this_thread::yield();
}
extern "C" int second(int kind)
{
    other_comes = true;
    const int code = hold(kind);
    return finished == 1 && PyGILState_Check() ? code : -1;
}
"""

TOGETHER = """
import ctypes, threading
without, holding = ctypes.CDLL(LIBRARY), ctypes.PyDLL(LIBRARY)
ctypes.CDLL(TREE + "/libascendcl.so").aclrtSetDevice(0)
codes = []
first = threading.Thread(target=lambda: codes.append(FIRST.first(KIND)))
first.start()
without.wait()
codes.append(holding.second(KIND))
first.join()
print(codes)
"""
KINDS = ("mutex", "lock to write", "lock to read", "once", "static variable")


def client(text: str, directory: Path, tree: Tree) -> str:
    """The path of an extension library; the interpreter that loads it has Python's functions."""
    flags = ["-shared", "-fPIC", f"-I{sysconfig.get_path('include')}"]
    return str(compile_c(text, directory, tree, "libclient.cpp", flags))


@pytest.fixture(scope="module")
def waiting(tree: Tree, tmp_path_factory: pytest.TempPathFactory) -> str:
    return client(WAITING, tmp_path_factory.mktemp("waiting"), tree)


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python stops threads itself")
def test_threads_that_need_python_when_it_has_ended(tree: Tree, tmp_path: Path) -> None:
    """They are stopped, not unwound through a destructor: that would abort the process."""
    library = client(STAYING, tmp_path, tree)
    outcome = run_python(f"LIBRARY = {library!r}\n{AT_EXIT}")
    assert (outcome.code, outcome.out, outcome.err) == (0, "done\nreleased\n", "")


@pytest.mark.parametrize("first", ["without", "holding"])
@pytest.mark.parametrize("kind", range(len(KINDS)), ids=KINDS)
def test_threads_that_wait_for_one_another(tree: Tree, waiting: str, kind: int, first: str) -> None:
    """One holds a lock of its own and calls CANN, one holds the interpreter's lock and waits for the first."""
    head = f"LIBRARY, TREE, KIND = {waiting!r}, {str(tree.libraries)!r}, {kind}\n"
    outcome = run_python(head + TOGETHER.replace("FIRST", first))
    assert (outcome.code, outcome.out, outcome.err) == (0, "[0, 0]\n", "")
