"""The judgement of runs with failures, and with ``PYACLNN_TEST_INJECTION=1`` each point in a process of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pyaclnn.simulator.faults import Call
from tools.injection import stacks
from tools.injection.__main__ import main
from tools.injection.points import Run, judge

ROOT = Path(__file__).parents[2]
MISSING = [name for name in ("cc", "c++") if shutil.which(name) is None]
needs_compiler = pytest.mark.skipif(bool(MISSING), reason=f"no compiler here (missing: {', '.join(MISSING)})")

CLEAN = Run(
    0, "", "", (Call(1, "aclInit", 0, False), Call(2, "aclrtFree", 107000, False), Call(3, "aclFinalize", 0, False))
)
TEXT = "call {0}, {1}, failed because a test wants it to; {2}"


def failed(number: int, code: int = 1, err: str | None = None, **call: object) -> Run:
    name = CLEAN.calls[number - 1].name
    told = Call(number, str(call.get("name", name)), 507899, bool(call.get("injected", True)))
    return Run(code, "", TEXT.format(number, name, 507899) if err is None else err, (*CLEAN.calls[: number - 1], told))


def test_a_program_that_tells_and_leaves_nothing() -> None:
    for number in (1, 2, 3):
        assert judge(CLEAN, failed(number), number, foreign=False).wrong == ""
    assert judge(CLEAN, failed(2, code=0, err=""), 2, foreign=False).wrong == "", "the call fails anyway"


@pytest.mark.parametrize(
    ("run", "reason", "is_wrong_of_others"),
    [
        (failed(1, code=0), "took no notice", False),
        (failed(1, err="507899"), "text is missing", False),
        (failed(1, err=TEXT.format(1, "aclInit", "no code")), "does not say 507899", False),
        (failed(1, err=TEXT.format(1, "aclInit", 507899) + "\n  [memory-leak] 8 bytes"), "check mode found", False),
        (failed(1, err=TEXT.format(1, "aclInit", 507899) + "\n  [race] of two"), "check mode found", False),
        (failed(1, code=-11), "signal 11", True),
        (Run(None, "", "", ()), "ran for more than", True),
        (failed(1, name="aclrtMalloc"), "not a aclInit that was made to fail", True),
        (failed(1, injected=False), "not a aclInit that was made to fail", True),
        (Run(1, "", "", (*failed(1).calls, Call(2, "aclrtFree", 500000, False))), "the simulator failed", True),
        (failed(1, err="Traceback (most recent call last)"), "the simulator failed", True),
    ],
)
def test_what_is_wrong(run: Run, reason: str, is_wrong_of_others: bool) -> None:
    assert reason in judge(CLEAN, run, 1, foreign=False).wrong
    assert (reason in judge(CLEAN, run, 1, foreign=True).wrong) == is_wrong_of_others


def test_a_failure_that_a_program_makes_on_purpose_may_be_found_again() -> None:
    clean = Run(0, "", "\n  [invalid-free] an address", CLEAN.calls)
    again = failed(3, err=TEXT.format(3, "aclFinalize", 507899) + clean.err)
    assert judge(clean, again, 3, foreign=False).wrong == ""


def test_whose_crash_it_was() -> None:
    own = "#0  0x1 in f (p=0x0) at program.cpp:7\n#1  0x2 in main () at program.cpp:9"
    ours = "#0  0x1 in memcpy () from /lib/libc.so.6\n#1  0x2 in aclrtMemcpy () from /tree/lib64/libascendcl.so"
    assert not stacks.is_of_libraries(own)
    assert stacks.is_of_libraries(ours)
    assert stacks.innermost(own).endswith("program.cpp:7")
    assert "memcpy" in stacks.innermost(ours)


PROGRAM = """
#include <cstdio>
#include "acl/acl.h"
int main()
{
    void *memory = nullptr;
    if (aclInit(nullptr) != 0) std::printf("%c", *(volatile char *)nullptr);
    aclrtSetDevice(0);
    if (aclrtMalloc(&memory, 8, ACL_MEM_MALLOC_HUGE_FIRST) != 0) return 1;
    return aclrtFree(memory) || aclFinalize();
}
"""


@needs_compiler
def test_a_program_of_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It follows a null pointer where aclInit fails, takes no notice of aclrtSetDevice and leaks."""
    source = tmp_path / "test_aclnn_mine.cpp"
    source.write_text(PROGRAM)
    is_told_apart = shutil.which("gdb") is not None
    assert main([str(source), "--foreign"]) == int(not is_told_apart)
    out = capsys.readouterr().out
    if is_told_apart:
        assert "call 1, aclInit: the program's own crash, #0" in out
        assert f"in main () at {source}:7\n" in out
        assert out.endswith("5 points: 0 wrong, 1 crashes of the programs' own; 5 exits with a failure, 0 without\n")
    else:
        assert "call 1, aclInit: signal 11\nno debugger told where" in out


@pytest.mark.skipif(not os.environ.get("PYACLNN_TEST_INJECTION"), reason="slow; PYACLNN_TEST_INJECTION=1 runs it")
@needs_compiler
def test_every_point_of_the_samples_in_a_process_of_its_own() -> None:
    command = [sys.executable, "-m", "tools.injection"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " (0 skipped), " in done.stdout
    assert " points: 0 wrong, 0 crashes" in done.stdout
