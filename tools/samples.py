"""``python -m tools.samples CHECKOUT...``: runs the C++ samples of operator repositories on the simulator.

A checkout is a directory with ``examples/test_aclnn*.cpp`` anywhere below it; trial versions (``experimental``) are
left out. Selected are the samples that call only operators which ``reference/`` defines. Each is compiled unmodified
and run; it counts as right when it ends with 0 in time, prints nothing that looks like memory nobody wrote, and every
call in it gave what PyTorch gives for the same inputs. Then the same samples are translated to Python scripts, which
count as right when they print what the program prints and leave the same bytes in every tensor.
"""

from __future__ import annotations

import argparse
import os
import pickle
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyaclnn.errors import BuildError
from pyaclnn.reference import registry
from pyaclnn.reference.chips import Family
from pyaclnn.simulator.build import program, tree

from . import samples_oracle, samples_python
from .samples_recorder import VARIABLE

TIME_LIMIT = 60
_PHASE_1 = re.compile(r"\b(aclnn\w+?)GetWorkspaceSize\s*\(")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
# Fresh memory of the simulator is 0xA5 throughout: as float, as float16 and as the integers of each width.
_UNWRITTEN = re.compile(
    r"-2\.87\d*e-16|-0\.0220[0-9]*\b|-1515870811\b|-6510615555426900571\b|-23131\b|-1\.6966\d*e-127", re.I
)
_NOT_A_NUMBER = re.compile(r"(?<![\w/])-?nan\b", re.I)
_SOCS = {
    Family.B910: "Ascend910B1",
    Family.A950: "Ascend950PR_9599",
    Family.P310: "Ascend310P3",
    Family.A910: "Ascend910A",
    Family.B310: "Ascend310B1",
}
_NEWEST_CHIP = "arch35"  # samples in such a folder are for the newest chips only


@dataclass
class Sample:
    """One program and what became of it. ``reason`` says why it is not right; ``uncompared`` what had no oracle.

    ``group`` is the folder of its checkout that it lies in, which repositories name by kinds of operators.
    """

    source: Path
    operators: frozenset[str]
    group: str = ""
    is_compiled: bool = False
    has_run: bool = False
    is_right: bool = False
    reason: str = ""
    uncompared: set[str] = field(default_factory=set)

    @property
    def soc(self) -> str:
        """The usual chip, or the first one that has kernels of all the operators."""
        if _NEWEST_CHIP in self.source.parts:
            return _SOCS[Family.A950]
        needed = [registry.definitions()[operator].families for operator in self.operators]
        return next((soc for family, soc in _SOCS.items() if all(family in n for n in needed)), _SOCS[Family.B910])


def find(checkouts: Sequence[Path]) -> list[Sample]:
    """All samples of the checkouts, each with the operators it calls."""
    found = []
    for checkout in checkouts:
        for source in sorted(checkout.rglob("test_aclnn*.cpp")):
            folders = source.relative_to(checkout).parts
            if "examples" in folders and "experimental" not in folders:
                found.append(read(source, f"{checkout.name}/{folders[0]}"))
    return found


def read(source: Path, group: str = "") -> Sample:
    """One sample with the operators it calls."""
    text = _COMMENT.sub(" ", source.read_text(encoding="utf-8", errors="replace"))
    return Sample(source, frozenset(_PHASE_1.findall(text)), group)


def run(sample: Sample, built: tree.Tree, directory: Path) -> None:
    """Compiles and runs one sample, and judges it."""
    executable, record = directory / "sample", directory / "record"
    try:
        program.compile_program(sample.source, executable, built, ["-w"])
    except BuildError as error:
        first = next((line for line in str(error).splitlines() if "error" in line), str(error))
        sample.reason = f"does not compile: {first.strip()}"
        return
    sample.is_compiled = True
    environment = {**program.environment(built), VARIABLE: str(record), "PYACLNN_SIMULATOR_SOC": sample.soc}
    try:
        done = subprocess.run(
            [executable], env=environment, cwd=directory, capture_output=True, timeout=TIME_LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        sample.reason = f"ran for more than {TIME_LIMIT} s"
        return
    output = (done.stdout + done.stderr).decode(errors="replace")
    if done.returncode != 0:
        last = output.strip().splitlines()[-1:] or ["no output"]
        sample.reason = f"exit code {done.returncode}: {last[0][:200]}"
        return
    sample.has_run = True
    sample.reason = _judge(sample, output, record)
    sample.is_right = not sample.reason


def _judge(sample: Sample, output: str, record: Path) -> str:
    calls = list(_calls(record))
    sample.uncompared = set(sample.operators)
    for operator, before, after in calls:
        difference = samples_oracle.compare(operator, before, after)
        if difference:
            return difference
        if difference is not None:
            sample.uncompared.discard(operator)
    strange = next((line for line in output.splitlines() if _looks_unwritten(line, calls)), None)
    return f"prints what nobody wrote: {strange}" if strange else ""


def _looks_unwritten(line: str, calls: list[Any]) -> bool:
    """NaN counts only where no call gave one."""
    if _UNWRITTEN.search(line):
        return True
    return bool(_NOT_A_NUMBER.search(line)) and not any(_has_nan(after) for _, _, after in calls)


def _has_nan(arrays: dict[str, Any]) -> bool:
    flat = [a for value in arrays.values() for a in (value if isinstance(value, list) else [value]) if a is not None]
    return any(bool((a != a).any()) for a in flat)


def _calls(record: Path) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """What the program's operators were given and gave. The file was written by the program started here."""
    if record.is_file():
        with record.open("rb") as file:
            while file.peek(1):
                yield pickle.load(file)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the counts and a reason for each sample that is not right; 0 when all are and no script differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.samples", description=__doc__.splitlines()[0])
    parser.add_argument("checkouts", nargs="+", type=Path, metavar="CHECKOUT")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="only samples whose path contains this")
    parser.add_argument("--verbose", action="store_true", help="name the right ones too")
    parser.add_argument("--by-folder", action="store_true", help="count by folder of the checkouts too")
    options = parser.parse_args(arguments)

    found = find([c.resolve() for c in options.checkouts])
    known = registry.definitions()
    selected = [s for s in found if s.operators and s.operators <= known.keys() and options.only in str(s.source)]
    with tempfile.TemporaryDirectory() as directory:
        built = tree.build(Path(directory) / "tree", bridge="tools.samples_recorder")
        places = [Path(directory) / str(i) for i in range(len(selected))]
        for place in places:
            place.mkdir()
        with ThreadPoolExecutor(options.jobs) as pool:
            list(pool.map(run, selected, [built] * len(selected), places))

        scripts = samples_python.run([s.source for s in selected], _made(Path(directory) / "scripts"), options.jobs)

    for sample in sorted(selected, key=lambda s: str(s.source)):
        note = f" (not compared: {', '.join(sorted(sample.uncompared))})" if sample.uncompared else ""
        if not sample.is_right:
            print(f"WRONG {sample.source}: {sample.reason}")
        elif options.verbose or note:
            print(f"right {sample.source}{note}")
    for script in scripts:
        if script.reason:
            print(f"Python {script.source}: {script.reason}")
    missing = Counter(o for s in found for o in s.operators - known.keys())
    print(f"samples found: {len(found)}; without a call of an operator: {sum(not s.operators for s in found)}")
    print(f"operators that they call and reference/ lacks: {len(missing)}")
    if options.by_folder:
        _print_folders(selected, scripts)
    _print_routes(selected, scripts)
    return 0 if all(s.is_right for s in selected) and not any(s.is_wrong for s in scripts) else 1


def _made(directory: Path) -> Path:
    directory.mkdir()
    return directory


def _print_folders(selected: Sequence[Sample], scripts: Sequence[samples_python.Script]) -> None:
    """One row for each folder; the two have one order."""
    print("folder                    selected  right in C++  right in Python")
    for group in sorted({s.group for s in selected}):
        pairs = [(s, script) for s, script in zip(selected, scripts, strict=True) if s.group == group]
        right, equal = sum(s.is_right for s, _ in pairs), sum(script.is_equal for _, script in pairs)
        print(f"{group:25} {len(pairs):8} {right:13} {equal:16}")


def _print_routes(selected: Sequence[Sample], scripts: Sequence[samples_python.Script]) -> None:
    """One row each for the C++ programs and the Python scripts, which have one order."""
    compared = [s.is_right and not s.uncompared for s in selected]
    rows = (
        (
            "C++",
            [s.is_compiled for s in selected],
            [s.has_run for s in selected],
            [s.is_right for s in selected],
            compared,
        ),
        (
            "Python",
            [s.is_translated for s in scripts],
            [s.has_run for s in scripts],
            [s.is_equal for s in scripts],
            [s.is_equal and c for s, c in zip(scripts, compared, strict=True)],
        ),
    )
    print("route   selected  compiled or translated  ran to the end  right  all compared with PyTorch")
    for name, made, ran, right, with_torch in rows:
        print(f"{name:6} {len(selected):9} {sum(made):23} {sum(ran):15} {sum(right):6} {sum(with_torch):26}")


if __name__ == "__main__":
    sys.exit(main())
