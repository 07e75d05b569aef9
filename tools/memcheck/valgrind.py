"""Valgrind's report of a program, reduced to the errors that the package's own C code has a part in."""

from __future__ import annotations

import os
import subprocess
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

SUPPRESSIONS = Path(__file__).with_name("python.supp")
OWN = ("libpyaclnn_", "libascendcl.so", "libnnopbase.so", "libopapi")


@dataclass(frozen=True)
class Outcome:
    """A program's exit code and output, the errors that count, and how many others there were."""

    code: int
    output: str
    errors: tuple[str, ...]
    others: int


def run(program: Path, environ: dict[str, str], report: Path) -> Outcome:
    """Runs a program under valgrind; ``report`` is a file to write."""
    command = [
        "valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=definite,possible", "--num-callers=500",
        "--error-limit=no", f"--suppressions={SUPPRESSIONS}", "--xml=yes", f"--xml-file={report}", str(program),
    ]  # fmt: skip
    environ = {**environ, "PYTHONMALLOC": "malloc", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, errors="replace", check=False)
    errors, others = read(report.read_text(errors="replace"), str(program))
    return Outcome(done.returncode, done.stdout + done.stderr, errors, others)


def read(xml: str, program: str) -> tuple[tuple[str, ...], int]:
    """The errors with a frame in the package's libraries, and the number of those without one.

    What a program itself leaks is its own.
    """
    found, others = [], 0
    for error in ElementTree.fromstring(xml).iter("error"):
        stack = error.find("stack")
        frames = [] if stack is None else list(stack.iter("frame"))
        objects = [frame.findtext("obj") or "" for frame in frames]
        if any(name.startswith(OWN) for name in map(os.path.basename, objects)):
            found.append(_text(error, frames))
        else:
            others += 1
    return tuple(found), others


def _text(error: ElementTree.Element, frames: list[ElementTree.Element]) -> str:
    what = error.findtext("what") or error.findtext("xwhat/text") or error.findtext("kind") or ""
    lines = [what]
    for frame in frames:
        where = frame.findtext("file")
        place = f"{where}:{frame.findtext('line')}" if where else os.path.basename(frame.findtext("obj") or "?")
        lines.append(f"    {frame.findtext('fn') or '?'} ({place})")
    return "\n".join(lines)
