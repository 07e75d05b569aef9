"""The check mode on the built libraries: each kind of mistake in C++, and the report at the end of a process."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from pyaclnn.simulator.build.tree import Tree
from pyaclnn.simulator.checks import NAMES

from .building import Outcome, compile_alone, compile_c, run, run_python

CHECK = {"PYACLNN_SIMULATOR_CHECK": "1"}
MISTAKES = Path(__file__).with_name("mistakes.cpp")

# What the mistake's own call, or the wait after it, returns, and what the reset of the device does.
CODES = {
    "memory-leak": (0, 207002),
    "double-free": (107000, 0),
    "invalid-free": (107000, 0),
    "use-after-free": (107000, 0),
    "operand-freed-early": (107000, 0),
    "workspace-freed-early": (107000, 0),
    "out-of-bounds": (107000, 0),
    "host-device-mixup": (107000, 0),
    "wild-pointer": (507035, 0),
    "uninitialized-read": (507035, 0),
    "race": (507035, 0),
    "unsynchronized-host-read": (107000, 0),
    "unsynchronized-host-write": (107000, 0),
    "handle-leak": (0, 207002),
    "handle-destroyed-twice": (107017, 0),
    "handle-used-after-destruction": (107017, 0),
    "unknown-handle": (107017, 0),
    "executor-used-twice": (561000, 0),
    "executor-dropped": (0, 0),
}


def compiled(tree: Tree, directory: Path, *flags: str) -> Path:
    return compile_c(MISTAKES.read_text(), directory, tree, "mistakes.cpp", flags)


@pytest.fixture(scope="module")
def mistakes(tree: Tree, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tree, tmp_path_factory.mktemp("mistakes"), "-g", "-O0")


@pytest.fixture(scope="module")
def outcome(mistakes: Path) -> Outcome:
    return run([mistakes], CHECK)


def found(outcome: Outcome) -> list[str]:
    return re.findall(r"^  \[([\w-]+)\]", outcome.err, re.M)


def test_every_kind_is_found_once(outcome: Outcome) -> None:
    """In the order of the program; the last one was left at the end, which came without a finalize."""
    assert outcome.code == 0
    assert found(outcome) == list(NAMES)
    assert outcome.err.startswith(f"pyaclnn simulator: {len(NAMES)} findings\n")


@pytest.mark.parametrize("name", NAMES)
def test_the_call_fails(outcome: Outcome, name: str) -> None:
    (line,) = [line for line in outcome.out.splitlines() if line.startswith(f"{name} ")]
    assert line == " ".join(map(str, (name, *CODES[name])))


def test_the_repaired_twin_is_silent(mistakes: Path) -> None:
    outcome = run([mistakes, "repaired"], {**CHECK, "PYACLNN_SIMULATOR_CHECK_EXIT_CODE": "7"})
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "".join(f"{name} 0 0\n" for name in NAMES)


def places(outcome: Outcome) -> dict[tuple[str, str], str]:
    """By finding and kind of place ("made", "freed" or "used")."""
    result, name = {}, ""
    for line in outcome.err.splitlines():
        if match := re.match(r"  \[([\w-]+)\]", line):
            name = match[1]
        elif match := re.match(r"      (made|freed|used) at (.*)", line):
            result[name, match[1]] = match[2]
    return result


# What stands on the line of a place, and the function that it is in.
LINES = [
    ("memory-leak", "made", "aclrtMalloc(&memory, BYTES", "allocated()"),
    ("double-free", "freed", "const int code = aclrtFree(memory);", "double_free()"),
    ("double-free", "used", ": aclrtFree(memory);", "double_free()"),
    ("use-after-free", "used", "aclrtMemcpy(host, BYTES", "use_after_free()"),
    ("workspace-freed-early", "made", "if (size) aclrtMalloc(&workspace", "Call::Call(void*, void*, bool)"),
    ("workspace-freed-early", "used", "return aclnnAdds(", "Call::launch()"),
    ("race", "used", "aclrtMemsetAsync(memory, BYTES, 2", "race()"),
    ("unsynchronized-host-write", "used", "return aclrtMemcpy(x, BYTES", "unsynchronized_host_write()::"),
    ("handle-destroyed-twice", "freed", "const int code = aclrtDestroyStream", "handle_destroyed_twice()"),
    ("executor-dropped", "made", "aclnnAddsGetWorkspaceSize(", "Call::Call(void*, void*, bool)"),
]


needs_addr2line = pytest.mark.skipif(shutil.which("addr2line") is None, reason="no addr2line here")


@needs_addr2line
@pytest.mark.parametrize(("name", "what", "text", "function"), LINES)
def test_places_are_lines_of_the_program(
    mistakes: Path, outcome: Outcome, name: str, what: str, text: str, function: str
) -> None:
    match = re.fullmatch(r"(.*/mistakes\.cpp):(\d+) in (.*)", places(outcome)[name, what])
    assert match is not None
    assert Path(match[1]) == mistakes.with_suffix(".cpp")
    assert text in MISTAKES.read_text().splitlines()[int(match[2]) - 1]
    assert match[3].startswith(function)


@needs_addr2line
def test_every_place_is_known(outcome: Outcome) -> None:
    assert not [p for p in places(outcome).values() if "/mistakes.cpp:" not in p]
    assert re.search(r"launched at \S+/mistakes\.cpp:\d+ in Call::launch\(\)", outcome.err)


@needs_addr2line
def test_a_program_at_fixed_addresses(tree: Tree, tmp_path: Path, outcome: Outcome) -> None:
    fixed = places(run([compiled(tree, tmp_path, "-no-pie", "-O0")], CHECK))
    assert {k: Path(p).name for k, p in fixed.items()} == {k: Path(p).name for k, p in places(outcome).items()}


def test_without_debugging_information(tree: Tree, tmp_path: Path) -> None:
    """Functions, and else offsets in the program; the same where there is nothing to look them up with."""
    program = compiled(tree, tmp_path, "-g0", "-O0")
    if shutil.which("addr2line") is not None:
        with_functions = places(run([program], CHECK))
        for name, what, _, function in LINES:
            assert re.match(rf"mistakes\+0x[0-9a-f]+ in {re.escape(function)}", with_functions[name, what])
    without_tool = places(run([program], {**CHECK, "PATH": "/nonexistent"}))
    assert {*map(re.compile(r"mistakes\+0x[0-9a-f]+").fullmatch, without_tool.values())}.isdisjoint({None})
    stripped = compiled(tree, tmp_path, "-g0", "-O0", "-s")
    assert places(run([stripped], CHECK)) == without_tool
    if shutil.which("addr2line") is not None:
        assert {k: p.split(" in ")[0] for k, p in with_functions.items()} == without_tool


LIBRARY = """
#include "acl/acl.h"
extern "C" int leak(void)
{
    void *memory;
    return aclInit(nullptr) || aclrtSetDevice(0) || aclrtMalloc(&memory, 24, ACL_MEM_MALLOC_HUGE_FIRST);
}
"""
LOADER = """
#include <dlfcn.h>
int main(int, char **arguments)
{
    void *library = dlopen(arguments[1], RTLD_NOW);
    return library ? ((int (*)())dlsym(library, "leak"))() : 9;
}
"""


@pytest.mark.parametrize(
    ("path", "place"),
    [
        pytest.param({}, r".*/leaking\.cpp:6 in leak", marks=needs_addr2line),
        pytest.param({"PATH": "/nonexistent"}, r"leaking\(leak\+0x[0-9a-f]+\)", id="without addr2line"),
    ],
)
def test_a_shared_library(tree: Tree, tmp_path: Path, path: dict[str, str], place: str) -> None:
    library = compile_c(LIBRARY, tmp_path, tree, "leaking.cpp", ("-shared", "-fPIC", "-g", "-O0"))
    outcome = run([compile_alone(LOADER, tmp_path), library], {**CHECK, **path})
    assert outcome.code == 0
    assert re.fullmatch(place, places(outcome)["memory-leak", "made"])


LEAK = """
#include <cstdio>
#include "acl/acl.h"
static int end;
struct Last {
    ~Last() { std::fprintf(stderr, "last %d\\n", end ? aclFinalize() : 0); }
};
static Last last;
int main(int count, char **arguments)
{
    void *memory;
    if (aclInit(nullptr) || aclrtSetDevice(0) || aclrtMalloc(&memory, 24, ACL_MEM_MALLOC_HUGE_FIRST)) return 1;
    for (int i = 1; i < count; i++) {
        if (arguments[i][0] == 'r') aclrtFree(memory);
        if (arguments[i][0] == 'f') end = 1;
    }
    std::printf("no line ends here");
    return 3;
}
"""


@pytest.fixture(scope="module")
def leak(tree: Tree, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_c(LEAK, tmp_path_factory.mktemp("leak"), tree)


@pytest.mark.parametrize(
    ("check", "code", "arguments"),
    [
        ("1", "0", ()),
        ("1", "7", ()),
        ("1", "7", ("finalize",)),
        ("1", "7", ("repaired",)),
        ("1", "7", ("repaired", "finalize")),
        ("0", "7", ()),
    ],
)
def test_a_program_that_leaks(leak: Path, check: str, code: str, arguments: tuple[str, ...]) -> None:
    """The report comes last, also after what static objects still call, and once; nothing printed is lost."""
    environ = {"PYACLNN_SIMULATOR_CHECK": check, "PYACLNN_SIMULATOR_CHECK_EXIT_CODE": code}
    outcome = run([leak, *arguments], environ)
    is_found = check == "1" and "repaired" not in arguments
    assert outcome.out == "no line ends here"
    assert found(outcome) == ["memory-leak"] * is_found
    assert outcome.err.splitlines()[0] == f"last {207002 if is_found and arguments else 0}"
    assert outcome.code == (7 if is_found and code == "7" else 3)


HOST = """
import atexit, ctypes, os, sys
runtime = ctypes.CDLL(TREE + "/libascendcl.so")
memory = ctypes.c_void_p()
def free():
    print(runtime.aclrtFree(memory), flush=True)
if MODE == "late":
    atexit.register(free)  # before the libraries' own handler: runs after it
runtime.aclInit(None), runtime.aclrtSetDevice(0), runtime.aclrtMalloc(ctypes.byref(memory), ctypes.c_size_t(24), 0)
if MODE == "early":
    atexit.register(free)
if MODE == "fork" and os.fork():
    os.wait()
elif MODE == "fork":
    sys.exit(5)
"""


@pytest.mark.parametrize(
    ("mode", "leaks"),
    [
        ("leak", 1),
        ("early", 0),
        pytest.param("late", 0, id="freed when nobody could see it any more"),
        pytest.param("fork", 1, id="a child reports nothing"),
    ],
)
def test_a_python_process(tree: Tree, mode: str, leaks: int) -> None:
    """It loads the libraries and never finalizes; the report comes after the interpreter's end."""
    code = f"TREE, MODE = {str(tree.libraries)!r}, {mode!r}\n{HOST}"
    outcome = run_python(code, {**CHECK, "PYACLNN_SIMULATOR_CHECK_EXIT_CODE": "9"})
    assert found(outcome) == ["memory-leak"] * leaks
    assert outcome.err.count("made at C code") == leaks, (
        "what calls C for Python, which is in no file here, is no place"
    )
    assert outcome.code == (9 if leaks else 0)
    assert outcome.out == ("0\n" if mode in ("early", "late") else "")


@pytest.mark.parametrize("leaks", [True, False])
def test_the_package_on_the_libraries(tree: Tree, leaks: bool) -> None:
    """Its device, left open, is closed at exit before the report is made."""
    code = (
        "from pyaclnn import Device\n"
        "device = Device(0)\n"
        "x = device.tensor([1.0])\n"
        "pointer = device.c_interface.ffi.new('void **')\n"
        f"if {leaks}:\n"
        "    device.c_interface.function('aclrtMalloc')(pointer, 24, 0)\n"
        "print(device.backend)\n"
    )
    outcome = run_python(code, {**CHECK, "ASCEND_HOME_PATH": str(tree.root)})
    assert (outcome.code, outcome.out) == (0, "cann\n")
    assert found(outcome) == ["memory-leak"] * leaks
