"""``python -m tools.memcheck [--asan] [FILE ...]``: C and C++ programs on the built libraries under a memory checker.

Without files: those of ``samples/cpp``. The exit code is 1 when a program fails or the package's C code has a part in
an error.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from pyaclnn.errors import BuildError
from pyaclnn.simulator.build import program, tree

from . import sanitizer, valgrind

SAMPLES = Path(__file__).parents[2] / "samples" / "cpp"


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tools.memcheck", description=__doc__)
    options.add_argument("--asan", action="store_true", help="AddressSanitizer instead of valgrind")
    options.add_argument("files", nargs="*", type=Path, default=sorted(SAMPLES.glob("*.cpp")))
    chosen = options.parse_args()
    if not chosen.asan and shutil.which("valgrind") is None:
        print("valgrind is not installed: `apt install valgrind` on Debian", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as directory:
        return check(chosen.files, Path(directory), asan=chosen.asan)


def check(files: list[Path], work: Path, *, asan: bool) -> int:
    """Compiles and runs each program; prints a line for each and a sum; 1 when something was wrong."""
    if asan:
        os.environ.update(sanitizer.compilers(work))
    built = tree.build(work / "tree")
    run = sanitizer.run if asan else valgrind.run
    failed = errors = others = 0
    for number, file in enumerate(files):
        output = work / f"{number}-{file.stem}"
        try:
            program.compile_program(file, output, built, ["-O1"])
        except BuildError as error:
            print(f"{file.name}: {error}", flush=True)
            failed += 1
            continue
        outcome = run(output, program.environment(built), work / "report")
        print(f"{file.name}: exit {outcome.code}, {len(outcome.errors)} errors, {outcome.others} elsewhere", flush=True)
        if outcome.code:
            failed += 1
            print(outcome.output[-2000:])
        for text in outcome.errors:
            print(text)
        errors += len(outcome.errors)
        others += outcome.others
    print(f"{len(files)} programs, {failed} failed, {errors} errors of the libraries, {others} elsewhere")
    return int(failed > 0 or errors > 0)


if __name__ == "__main__":
    sys.exit(main())
