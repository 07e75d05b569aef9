"""One run of a program with one of its C calls failing, and what is wrong with how it ended."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pyaclnn.simulator import codes, faults
from pyaclnn.simulator.checks.findings import LEAKS

from . import stacks

TIME_LIMIT = 60  # seconds
_FINDING = re.compile(r"^  \[([\w-]+)\]", re.M)
_TELLS = "aclGetRecentErrMsg"  # without it there is no text, but nothing else is missing
_GIVES_POINTER = re.compile(r"aclCreate|aclGetRecentErrMsg|aclrtCreateStreamConfigHandle")  # null, and no code


@dataclass(frozen=True)
class Run:
    """How a program ended: its exit code (negative for a signal, None when its time was over), what it wrote, the calls
    it made, and the names of what the check mode found."""

    code: int | None
    out: str
    err: str
    calls: tuple[faults.Call, ...]

    @property
    def findings(self) -> frozenset[str]:
        return frozenset(_FINDING.findall(self.err))


def run(program: Path, environ: Mapping[str, str], work: Path, fault: str = "") -> Run:
    """Runs a program in the directory ``work``; ``fault`` is the value of ``PYACLNN_SIMULATOR_FAIL``."""
    listed = work / "calls"
    whole = {**environ, faults.CALLS: str(listed), faults.FAIL: fault}
    try:
        done = subprocess.run(
            [program], env=whole, cwd=work, capture_output=True, text=True, errors="replace",
            timeout=TIME_LIMIT, check=False,
        )  # fmt: skip
        code, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        code, out, err = None, "", ""
    calls = tuple(faults.read_calls(listed.read_text().splitlines())) if listed.is_file() else ()
    listed.unlink(missing_ok=True)
    return Run(code, out, err, calls)


@dataclass(frozen=True)
class Verdict:
    """What is wrong with a run, empty when nothing is; and whose end a crash was, when the program's own."""

    wrong: str = ""
    own_crash: str = ""


def judge(clean: Run, failed: Run, number: int, *, foreign: bool) -> Verdict:
    """Holds a run whose ``number``-th call failed against one without failures.

    Programs of others may take no notice of a failure, and may leave what they made. ``own_crash`` is left to be
    found out.
    """
    if failed.code is None:
        return Verdict(f"ran for more than {TIME_LIMIT} s")
    if failed.code < 0:
        return Verdict(f"signal {-failed.code}")
    call = next((c for c in failed.calls if c.number == number), None)
    expected = clean.calls[number - 1]
    if call is None or not call.injected or call.name != expected.name:
        return Verdict(f"call {number} is {call}, not a {expected.name} that was made to fail")
    broken = next((c for c in failed.calls if c.code == codes.INTERNAL_ERROR and not c.injected), None)
    if broken is not None or "Traceback (most" in failed.err:
        return Verdict(f"the simulator failed in {broken}: {failed.err[-500:]}")
    return Verdict("" if foreign else _manners(clean, failed, call, expected))


def _manners(clean: Run, failed: Run, call: faults.Call, expected: faults.Call) -> str:
    """What a well-behaved program does: it tells of the failure, and leaves nothing."""
    is_harmless = expected.code != 0 or call.name == _TELLS
    if failed.code == 0 and not is_harmless:
        return "the program took no notice"
    if failed.code and call.name != _TELLS and f"call {call.number}, {call.name}, failed" not in failed.err:
        return f"CANN's text is missing: {failed.err[:500]}"
    if failed.code and not _GIVES_POINTER.match(call.name) and str(call.code) not in failed.out + failed.err:
        return f"the program does not say {call.code}: {failed.err[:500]}"
    if failed.findings & LEAKS or failed.findings - clean.findings:
        return f"the check mode found {failed.err[failed.err.find('pyaclnn simulator:') :][:1000]}"
    return ""


def crash(program: Path, environ: Mapping[str, str], work: Path, number: int, wrong: str) -> Verdict:
    """A run that ended by a signal, once more under a debugger: is it the program's own end, or the libraries'?"""
    stack = stacks.of_crash(program, {**environ, faults.FAIL: str(number)}, work, TIME_LIMIT)
    if stack and not stacks.is_of_libraries(stack):
        return Verdict(own_crash=stacks.innermost(stack))
    return Verdict(f"{wrong}\n{stack or 'no debugger told where'}")
