"""C programs that load the libraries: what they need from their surroundings, and how they fail without it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from pyaclnn import compiler
from pyaclnn.simulator.build import tree as build
from pyaclnn.simulator.build.tree import Tree

from .building import compile_alone, compile_c, run

INIT = """
#include <cstdio>
#include "acl/acl.h"
int main()
{
    std::printf("%d\\n", aclInit(nullptr));
    std::printf("%d\\n", aclrtSetDevice(0));
    std::printf("%d\\n", aclFinalize());
}
"""

# Every kind of return value, twice: a status, a pointer, a size.
KINDS = """
#include <cstdio>
#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
int main()
{
    const int64_t shape[1] = {2};
    for (int i = 0; i < 2; i++) {
        std::printf("%d %d ", aclInit(nullptr), aclrtSetDevice(0));
        std::printf("%p ", (void *)aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, nullptr));
        std::printf("%p ", (const void *)aclrtGetSocName());
        std::printf("%d ", aclnnAdd(nullptr, 0, nullptr, nullptr));
        std::printf("%d ", aclrtFree(nullptr));
        std::printf("%zu\\n", aclDataTypeSize(ACL_FLOAT));
    }
}
"""
ALL_FAILED = "500000 500000 (nil) (nil) 500000 500000 0\n" * 2


# The text may be the first that is asked for, and is there again and again.
MESSAGE = """
#include <cstdio>
#include "acl/acl.h"
int main()
{
    for (int i = 0; i < 2; i++) {
        const char *text = aclGetRecentErrMsg();
        std::printf("%s\\n%d\\n", text ? text : "nothing", aclInit(nullptr));
    }
}
"""


def broken(directory: Path, monkeypatch: pytest.MonkeyPatch, **macros: str) -> Tree:
    """A tree whose gate was told something wrong."""
    wrong = {f"-DPYACLNN_{name}": f'"{value}"' for name, value in macros.items()}
    real = dict(m.split("=", 1) for m in build._gate_macros(build.BRIDGE))
    assert wrong.keys() <= real.keys()
    monkeypatch.setattr(build, "_gate_macros", lambda _: [f"{name}={value}" for name, value in (real | wrong).items()])
    return build.build(directory / "broken")


def test_an_empty_environment(tree: Tree, tmp_path: Path) -> None:
    outcome = run([compile_c(INIT, tmp_path, tree)], {}, cwd=Path("/"))
    assert (outcome.code, outcome.out, outcome.err) == (0, "0\n0\n0\n", "")


def test_the_environment_of_another_python(tree: Tree, tmp_path: Path) -> None:
    """Installations set PYTHONPATH and PYTHONHOME for their own Python."""
    (tmp_path / "stray").mkdir()
    (tmp_path / "stray" / "numpy.py").write_text("raise ImportError('the stray numpy')")
    environ = {"PYTHONPATH": str(tmp_path / "stray"), "PYTHONHOME": "/nonexistent", "PYTHONSTARTUP": "/nonexistent"}
    outcome = run([compile_c(INIT, tmp_path, tree)], environ)
    assert (outcome.code, outcome.out, outcome.err) == (0, "0\n0\n0\n", "")


def test_the_directory_of_the_program_is_not_searched(tree: Tree, tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('the stray numpy')")
    outcome = run([compile_c(INIT, tmp_path, tree)], {}, cwd=tmp_path)
    assert (outcome.out, outcome.err) == ("0\n0\n0\n", "")


LOCAL = """
#include <cstdio>
#include <dlfcn.h>
#include <string>
typedef int (*init)(const char *);
typedef int (*set_device)(int);
typedef void *(*create)(const long *, unsigned long, int, const long *, long, int, const long *, unsigned long, void *);
int main(int, char **arguments)
{
    const std::string directory = arguments[1];
    const int flags = (arguments[2][0] == 'n' ? RTLD_NOW : RTLD_LAZY) | RTLD_LOCAL;
    void *operators = dlopen((directory + "/libopapi_math.so").c_str(), flags);
    void *runtime = dlopen((directory + "/libascendcl.so").c_str(), flags);
    void *descriptors = dlopen((directory + "/libnnopbase.so").c_str(), flags);
    if (!operators || !runtime || !descriptors) {
        std::printf("%s\\n", dlerror());
        return 1;
    }
    const long shape[1] = {2};
    std::printf("%d ", ((init)dlsym(runtime, "aclInit"))(nullptr));
    std::printf("%d ", ((set_device)dlsym(runtime, "aclrtSetDevice"))(0));
    create make = (create)dlsym(descriptors, "aclCreateTensor");
    std::printf("%d ", make(shape, 1, 0, nullptr, 0, 2, shape, 1, nullptr) != nullptr);
    std::printf("%d\\n", dlsym(operators, "aclnnAdd") != nullptr);
    dlclose(operators), dlclose(runtime), dlclose(descriptors);
    runtime = dlopen((directory + "/libascendcl.so").c_str(), flags);
    std::printf("%d\\n", ((init)dlsym(runtime, "aclInit"))(nullptr));
}
"""


@pytest.mark.parametrize("binding", ["now", "lazy"])
def test_libraries_opened_with_local_symbols(tree: Tree, tmp_path: Path, binding: str) -> None:
    """Closing them changes nothing: the second ``aclInit`` is a repeated one."""
    outcome = run([compile_alone(LOCAL, tmp_path), tree.libraries, binding], {})
    assert (outcome.code, outcome.out, outcome.err) == (0, "0 0 1 1\n100002\n", "")


def test_a_missing_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code for failure, NULL for pointers, and the reason once."""
    paths = [p for p in build._paths() if not Path(p, "pyaclnn").is_dir()]
    wrong = broken(tmp_path, monkeypatch, PATHS="\\n".join(paths))
    outcome = run([compile_c(KINDS, tmp_path, wrong)], {})
    assert outcome.out == ALL_FAILED
    assert outcome.err.count("No module named 'pyaclnn'") == 1
    assert outcome.err.count("every call fails") == 1
    assert_says_why(wrong, tmp_path, "No module named 'pyaclnn'")


def assert_says_why(tree: Tree, directory: Path, reason: str) -> None:
    """Programs that ask for the error text get what stderr got once."""
    outcome = run([compile_c(MESSAGE, directory, tree, "message.cpp")], {})
    assert reason in outcome.err
    assert outcome.out == f"{outcome.err}500000\n" * 2


def test_a_package_that_fails_to_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('a broken numpy')")
    wrong = broken(tmp_path, monkeypatch, PATHS="\\n".join([str(tmp_path), *build._paths()]))
    outcome = run([compile_c(KINDS, tmp_path, wrong)], {})
    assert outcome.out == ALL_FAILED
    assert outcome.err.count("ImportError: a broken numpy") == 1


@pytest.mark.parametrize(
    ("macros", "reason"),
    [
        ({"LIBPYTHON": "/nonexistent/libpython3.so"}, "can't load Python: /nonexistent/libpython3.so"),
        ({"LIBPYTHON": ""}, "has no shared library"),
        ({"PYTHON_VERSION": "3.9"}, "built for Python 3.9, this process runs"),
    ],
)
def test_a_python_that_can_not_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, macros: dict[str, str], reason: str
) -> None:
    wrong = broken(tmp_path, monkeypatch, **macros)
    outcome = run([compile_c(KINDS, tmp_path, wrong)], {})
    assert outcome.out == ALL_FAILED
    assert outcome.err.count(reason) == 1
    assert outcome.err.count("pyaclnn simulator") == 1
    assert_says_why(wrong, tmp_path, reason)


def test_a_python_home_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = broken(tmp_path, monkeypatch, PYTHON_HOME="/nonexistent")
    outcome = run([compile_c(KINDS, tmp_path, wrong)], {})
    assert outcome.out == ALL_FAILED
    assert outcome.err.count("the Python of /nonexistent can't be used") == 1


def test_a_bridge_that_is_gone(tmp_path: Path) -> None:
    wrong = build.build(tmp_path / "tree")
    (wrong.libraries / "libpyaclnn_bridge.so").unlink()
    outcome = run([compile_c(KINDS, tmp_path, wrong)], {})
    assert outcome.out == ALL_FAILED
    assert outcome.err.count("can't load the bridge to Python") == 1


def test_wrong_settings_are_a_reason_too(tree: Tree, tmp_path: Path) -> None:
    outcome = run([compile_c(KINDS, tmp_path, tree)], {"PYACLNN_SIMULATOR_SOC": "Ascend000"})
    assert outcome.out == ALL_FAILED
    assert outcome.err.count("Ascend000") == 1


SETTINGS = """
#include <cstdio>
#include "acl/acl.h"
int main()
{
    uint32_t devices = 0;
    if (aclInit(nullptr) || aclrtGetDeviceCount(&devices)) return 1;
    std::printf("%s %u\\n", aclrtGetSocName(), devices);
}
"""


def test_settings_by_environment(tree: Tree, tmp_path: Path) -> None:
    environ = {"PYACLNN_SIMULATOR_SOC": "Ascend310P3", "PYACLNN_SIMULATOR_DEVICES": "3"}
    assert run([compile_c(SETTINGS, tmp_path, tree)], environ).out == "Ascend310P3 3\n"


def test_a_program_in_c(tree: Tree, tmp_path: Path) -> None:
    text = '#include <stdio.h>\n#include "acl/acl.h"\nint main(void) { printf("%d\\n", aclInit(NULL)); return 0; }\n'
    assert run([compile_c(text, tmp_path, tree, "program.c", ["-std=c99"])], {}).out == "0\n"


LOG = """
#include "acl/acl.h"
int main() { aclAppLog(ACL_ERROR, "main", "file.cpp", 7, "%s is %d", "seven", 7); }
"""


def test_the_variadic_function(tree: Tree, tmp_path: Path) -> None:
    program = compile_c(LOG, tmp_path, tree)
    assert run([program], {}).err == ""
    assert "file.cpp:7 main: seven is 7" in run([program], {"PYACLNN_SIMULATOR_LOG_LEVEL": "0"}).err


# Threads work while main returns; a static object's destructor calls once more.
EXIT = """
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include "acl/acl.h"
static std::atomic<int> rounds{0};
struct Last {
    void *memory = nullptr;
    ~Last()
    {
        const int freed = aclrtFree(memory);
        std::fprintf(stderr, "last %d %d\\n", freed, aclFinalize());
    }
};
static Last last;
int main(int count, char **)
{
    if (aclInit(nullptr) || aclrtSetDevice(0) || aclrtMalloc(&last.memory, 64, ACL_MEM_MALLOC_HUGE_FIRST)) return 1;
    for (int i = 0; i < 4; i++)
        std::thread([] {
            void *memory;
            while (aclrtSetDevice(0) == 0 && aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST) == 0) {
                aclrtFree(memory);
                rounds++;
            }
        }).detach();
    while (rounds < 20) std::this_thread::yield();
    if (count > 1) quick_exit(3);
    return 0;
}
"""


@pytest.mark.parametrize("turn", range(5))
def test_threads_at_exit(tree: Tree, tmp_path: Path, turn: int) -> None:
    outcome = run([compile_c(EXIT, tmp_path, tree)], {})
    assert (outcome.code, outcome.err) == (0, "last 0 0\n")
    assert run([tmp_path / "program", "quick"], {}).code == 3


THREADS = """
#include <cstdio>
#include <thread>
#include <vector>
#include "acl/acl.h"
int main()
{
    int wrong = 0;
    std::vector<std::thread> threads;
    std::vector<int> codes(8);
    for (int i = 0; i < 8; i++)  // the first calls of all threads start one interpreter
        threads.emplace_back([i, &codes] {
            int device = -1;
            const int first = aclInit(nullptr);
            codes[i] = (first && first != 100002) || aclrtGetDevice(&device) != 107002 || aclrtSetDevice(0);
            for (int n = 0; n < 50; n++)  // what a thread sets stays set between its calls
                codes[i] |= aclrtGetDevice(&device) || device != 0;
        });
    for (auto &thread : threads) thread.join();
    for (int code : codes) wrong += code != 0;
    return wrong;
}
"""


def test_threads_that_start_together(tree: Tree, tmp_path: Path) -> None:
    outcome = run([compile_c(THREADS, tmp_path, tree)], {})
    assert (outcome.code, outcome.err) == (0, "")


def test_a_missing_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(build.BuildError, match=r"no C compiler found .*CC is not set.*apt install g\+\+"):
        build.build(tmp_path / "tree")
    monkeypatch.setenv("CXX", "nosuch")
    with pytest.raises(build.BuildError, match=r"no C\+\+ compiler found .*CXX is 'nosuch'"):
        compiler.find("c++")


def test_missing_development_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(compiler.sysconfig, "get_path", lambda name: str(tmp_path))
    with pytest.raises(
        build.BuildError, match=r"Python\.h is missing.*apt install python3-dev.*dnf install python3-devel"
    ):
        build.build(tmp_path / "tree")
    assert not (tmp_path / "tree" / "lib64").exists(), "a half-built tree must not look like an installation"


def test_another_python_as_host(tree: Tree) -> None:
    """A Python of another version can't run the package that the libraries were built for: it is told so."""
    other = _other_python()
    if other is None:
        pytest.skip("no Python of another version is installed")
    code = (
        "import ctypes\n"
        f"lib = ctypes.CDLL({str(tree.libraries / 'libascendcl.so')!r})\n"
        "lib.aclrtGetSocName.restype = ctypes.c_void_p\n"
        "print(lib.aclInit(None), lib.aclrtGetSocName())"
    )
    outcome = run([other, "-c", code], {"PATH": os.environ["PATH"]})
    assert outcome.out == "500000 None\n"
    assert outcome.err.count("these libraries were built for Python") == 1


def _other_python() -> str | None:
    """A Python of another minor version that really starts: on the path, or installed beside this one."""
    names = [f"python3.{minor}" for minor in range(9, 16) if minor != sys.version_info.minor]
    beside = [str(p) for name in names for p in Path(sys.base_prefix).parent.glob(f"*/bin/{name}")]
    for python in filter(None, [*map(shutil.which, names), *beside]):
        if run([python, "-c", "import ctypes"]).code == 0:
            return python
    return None
