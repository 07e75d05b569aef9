"""``python -m tools.injection [FILE ...]``: each C call of each C or C++ program fails once, in a process of its own.

Without files: those of ``samples/cpp``. Each run must end in time and by itself, with an exit code other than 0 and
CANN's text of the failure on stderr, unless the call was expected to fail; in the check mode nothing may be left. With
``--foreign`` the programs are others': it counts that nothing hangs, that the simulator does not fail, and that what
crashes does so outside of the libraries. The exit code is 1 when something was wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from pyaclnn.errors import BuildError
from pyaclnn.simulator.build import program, tree

from .. import samples
from . import points

SAMPLES = Path(__file__).parents[2] / "samples" / "cpp"


@dataclass
class Total:
    """What became of all programs."""

    points: int = 0
    wrong: int = 0
    own_crashes: int = 0
    skipped: int = 0
    told: Counter[bool] = field(default_factory=Counter)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.injection", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, default=sorted(SAMPLES.glob("*.cpp")), metavar="FILE")
    parser.add_argument("--foreign", action="store_true", help="the programs are others', which may crash and leak")
    parser.add_argument("--unchecked", action="store_true", help="without the simulator's check mode")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    options = parser.parse_args(arguments)
    total = Total()
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(options.jobs) as pool:
        work = Path(directory)
        built = tree.build(work / "tree")
        environ = program.environment(built)
        environ["PYACLNN_SIMULATOR_CHECK"] = "0" if options.unchecked else "1"
        for number, file in enumerate(options.files):
            place = work / str(number)
            place.mkdir()
            _try_all(file, place, built, environ, pool, total, foreign=options.foreign)
    programs = len(options.files) - total.skipped
    print(f"{programs} programs ({total.skipped} skipped), {total.points} points: {total.wrong} wrong, "
          f"{total.own_crashes} crashes of the programs' own; {total.told[True]} exits with a failure, "
          f"{total.told[False]} without")  # fmt: skip
    return int(total.wrong > 0 or programs == 0)


def _try_all(
    file: Path, work: Path, built: tree.Tree, environ: dict[str, str], pool: ThreadPoolExecutor, total: Total, *,
    foreign: bool,
) -> None:  # fmt: skip
    """All points of one program; prints a line for it, and one for each point that is wrong."""
    executable = work / file.stem
    if foreign:
        environ = {**environ, "PYACLNN_SIMULATOR_SOC": samples.read(file).soc}
    try:
        program.compile_program(file, executable, built, ["-w"] if foreign else ["-Wall", "-Wextra"])
    except BuildError as error:
        return _skip(file, str(error), total)
    clean = points.run(executable, environ, work)
    if clean.code != 0 or not clean.calls:
        return _skip(file, f"exit code {clean.code} without a failure\n{clean.err[-1000:]}", total)
    numbers = range(1, len(clean.calls) + 1)
    one: Callable[[int], tuple[points.Run, points.Verdict]] = partial(
        _try_one, executable, environ, work, clean, foreign=foreign
    )
    wrong = 0
    for number, (run, verdict) in zip(numbers, pool.map(one, numbers), strict=True):
        total.told[run.code != 0] += 1
        where = f"  call {number}, {clean.calls[number - 1].name}"
        if verdict.wrong:
            wrong += 1
            print(f"{where}: {verdict.wrong}", flush=True)
        if verdict.own_crash:
            total.own_crashes += 1
            print(f"{where}: the program's own crash, {verdict.own_crash}", flush=True)
    total.points += len(numbers)
    total.wrong += wrong
    print(f"{file.name}: {len(numbers)} points, {wrong} wrong", flush=True)
    return None


def _try_one(
    executable: Path, environ: dict[str, str], work: Path, clean: points.Run, number: int, *, foreign: bool
) -> tuple[points.Run, points.Verdict]:
    place = work / f"point{number}"
    place.mkdir()
    run = points.run(executable, environ, place, str(number))
    verdict = points.judge(clean, run, number, foreign=foreign)
    if foreign and run.code is not None and run.code < 0:
        verdict = points.crash(executable, environ, place, number, verdict.wrong)
    return run, verdict


def _skip(file: Path, reason: str, total: Total) -> None:
    total.skipped += 1
    print(f"{file.name} is skipped: {reason}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
