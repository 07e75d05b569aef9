"""A sample as a library in a Python process, run once for each of its C calls, that call failing.

That takes milliseconds a run, and the machine can be looked into afterwards.
"""

from __future__ import annotations

import ctypes
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from pyaclnn.simulator.build import bridge
from pyaclnn.simulator.build.program import compile_program
from pyaclnn.simulator.build.tree import Tree
from pyaclnn.simulator.failures import Messages
from pyaclnn.simulator.faults import CallList, read_calls
from pyaclnn.simulator.injection import Injection

MAIN = "sample_main"


@dataclass(frozen=True)
class Ending:
    """How one run ended, and what the simulator still had then.

    ``at`` is the call that failed, 0 for none; ``names`` and ``codes`` are those of all calls.
    """

    at: int
    code: int
    written: str
    names: list[str]
    codes: list[int]
    findings: list[str]
    handles: dict[str, int]
    allocations: int


def compile_library(source: Path, directory: Path, tree: Tree) -> Path:
    """Compiles a program as a library whose ``main`` is the C function ``sample_main``."""
    entry, output = directory / "entry.h", directory / f"{source.stem}.so"
    entry.write_text(f'extern "C" int {MAIN}();\n')
    compile_program(source, output, tree, ["-shared", "-fPIC", f"-Dmain={MAIN}", "-include", str(entry)])
    return output


def try_all(library: str, results: str) -> None:
    """Runs it without a failure, with each, and without; writes one line of JSON for each run."""
    function = ctypes.CDLL(library)[MAIN]
    with open(results, "w", encoding="utf-8") as file:
        clean = _run(function, 0)
        for ending in (clean, *(_run(function, at + 1) for at in range(len(clean.names))), _run(function, 0)):
            file.write(json.dumps(asdict(ending)) + "\n")
            file.flush()  # one that crashes tells by what is missing where it was


def read_endings(results: Path) -> list[Ending]:
    return [Ending(**json.loads(line)) for line in results.read_text(encoding="utf-8").splitlines()]


def _run(function: Callable[[], int], at: int) -> Ending:
    machine = bridge.machine()
    with tempfile.TemporaryDirectory() as directory:
        listed = os.path.join(directory, "calls")
        machine.messages = Messages()
        machine.injection = Injection(at=at, listed=CallList(listed))
        code, written = _captured(function)
        machine.injection = None
        with open(listed, encoding="utf-8") as file:
            calls = list(read_calls(file))
    ending = Ending(
        at, code, written, [c.name for c in calls], [c.code for c in calls], [f.name for f in machine.findings],
        machine.live_handles(), sum(1 for _ in machine.memory.allocations()),
    )  # fmt: skip
    machine.findings.clear()
    return ending


def _captured(function: Callable[[], int]) -> tuple[int, str]:
    """What it returns, and what it wrote to stdout and stderr."""
    flush = ctypes.CDLL(None).fflush
    kept = os.dup(1), os.dup(2)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        try:
            code = function()
            flush(None)
        finally:
            for number, copy in enumerate(kept, 1):
                os.dup2(copy, number)
                os.close(copy)
        file.seek(0)
        return code, file.read().decode(errors="replace")
