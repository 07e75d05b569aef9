"""What the tests of the built libraries share: one tree of each layout, and C programs compiled against it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyaclnn.simulator.build import program
from pyaclnn.simulator.build.tree import Tree

ROOT = Path(__file__).resolve().parents[2]
TIME_LIMIT = 60  # seconds: a hang is a failure, not a test that never ends

MISSING = [name for name in ("cc", "c++", "nm") if shutil.which(name) is None]


@dataclass(frozen=True)
class Outcome:
    """How a program ended."""

    code: int
    out: str
    err: str


def run(command: Sequence[str | Path], environ: Mapping[str, str] | None = None, cwd: Path | None = None) -> Outcome:
    """Runs a program; ``environ`` is its whole environment."""
    done = subprocess.run(
        [str(c) for c in command],
        env=None if environ is None else dict(environ),
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
        check=False,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def run_python(code: str, environ: Mapping[str, str] | None = None, python: str = sys.executable) -> Outcome:
    """Runs Python code in a new process that can import the package."""
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return run([python, "-c", code], {**os.environ, "PYTHONPATH": paths, **(environ or {})})


def compile_c(text: str, directory: Path, tree: Tree, name: str = "program.cpp", flags: Sequence[str] = ()) -> Path:
    """Compiles a program that is linked to the tree's libraries."""
    source = directory / name
    source.write_text(text)
    output = directory / Path(name).stem
    program.compile_program(source, output, tree, ["-Wall", "-Wextra", *flags])
    return output


def compile_alone(text: str, directory: Path) -> Path:
    """Compiles a program that is linked to nothing: it opens libraries itself."""
    source, output = directory / "alone.cpp", directory / "alone"
    source.write_text(text)
    subprocess.run(["c++", "-std=c++17", str(source), "-o", str(output), "-ldl", "-lpthread"], check=True)
    return output


def exported(library: Path) -> set[str]:
    """The functions that a library defines itself."""
    text = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    return {fields[2] for line in text.splitlines() if (fields := line.split())[1:2] == ["T"]}
