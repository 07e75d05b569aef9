"""Translates many samples and, where the simulator has their operators, compares program and script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

from .batch import translations
from .translation import Translation

TIME_LIMIT = 120


@dataclass
class Outcome:
    """One file: how far it was translated, and whether program and script gave the same."""

    file: str
    status: str  # complete, partial, error
    reason: str = ""
    comparison: str = ""  # equal, different, refused by both, not compared: why
    detail: str = ""
    source_lines: int = 0
    script_lines: int = 0
    operators: tuple[str, ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()


@dataclass
class Report:
    """All outcomes, and how long translating took."""

    outcomes: list[Outcome]
    seconds: float

    def counts(self) -> dict[str, object]:
        """The numbers that a report is about."""
        complete = [o for o in self.outcomes if o.status == "complete"]
        ratios = sorted(o.script_lines / max(1, o.source_lines) for o in complete)
        return {
            "files": len(self.outcomes),
            "complete": len(complete),
            "partial": sum(o.status == "partial" for o in self.outcomes),
            "error": sum(o.status == "error" for o in self.outcomes),
            "reasons": dict(Counter(o.reason for o in self.outcomes if o.status != "complete").most_common()),
            **dict(Counter(o.comparison for o in self.outcomes if o.comparison).most_common()),
            "translation_seconds": round(self.seconds, 1),
            "median_lines_ratio": round(ratios[len(ratios) // 2], 3) if ratios else None,
            "largest_lines_ratio": round(ratios[-1], 3) if ratios else None,
        }

    def as_json(self) -> str:
        return json.dumps({**self.counts(), "outcomes": [asdict(o) for o in self.outcomes]}, indent=1)

    @property
    def is_good(self) -> bool:
        return all(o.status == "complete" and o.comparison != "different" for o in self.outcomes)


Progress = Callable[[Sequence[Outcome], str], Iterable[Outcome]]


def run(files: Sequence[Path], *, directory: Path, progress: Progress, jobs: int = 1, compare: bool = True) -> Report:
    """Translates all files into ``directory``, then compares those that can be."""
    start = time.monotonic()
    outcomes = [Outcome(str(f), "error") for f in files]
    found = translations(files, jobs)
    for i, (outcome, one) in enumerate(zip(progress(outcomes, "translating"), found, strict=True)):
        _note(outcome, one, directory / f"{i:04d}_{Path(outcome.file).stem}.py")
    report = Report(outcomes, time.monotonic() - start)
    if compare:
        _compare_all(outcomes, directory, progress, jobs)
    return report


def _note(outcome: Outcome, found: Translation | Exception, script: Path) -> None:
    if isinstance(found, Exception):
        outcome.reason, outcome.detail = str(found).partition(":")[0], str(found)
        return
    outcome.status = "complete" if found.is_complete else "partial"
    outcome.reason, outcome.operators, outcome.notes = found.reason, found.operators, found.notes
    outcome.detail = "; ".join(f"line {m.line}: {m.reason}" for m in found.missing[:5])
    outcome.source_lines, outcome.script_lines = found.source_lines, found.script_lines
    script.write_text(found.script, encoding="utf-8")


def _compare_all(outcomes: list[Outcome], directory: Path, progress: Progress, jobs: int) -> None:
    from ..reference import registry
    from ..simulator.build import tree

    known = registry.definitions()
    chosen = [o for o in outcomes if o.status == "complete"]
    for outcome in chosen:
        missing = sorted(set(outcome.operators) - known.keys())
        if missing:
            outcome.comparison, outcome.detail = "not compared", f"the simulator lacks {', '.join(missing)}"
    chosen = [o for o in chosen if not o.comparison]
    if not chosen:
        return
    built = tree.build(directory / "simulator", bridge="pyaclnn.translate.recorder")
    numbers = {id(o): i for i, o in enumerate(outcomes)}

    def one(outcome: Outcome) -> None:
        stem = f"{numbers[id(outcome)]:04d}_{Path(outcome.file).stem}"
        comparison, detail = compare(
            Path(outcome.file), directory / f"{stem}.py", directory / stem, built, soc_of(outcome)
        )
        if comparison == "different" and any("undefined" in n or "does not fit" in n for n in outcome.notes):
            comparison, detail = "undefined in the sample", f"{detail} ({'; '.join(outcome.notes)})"
        outcome.comparison, outcome.detail = comparison, detail

    with ThreadPoolExecutor(max(1, jobs)) as pool:
        futures = [pool.submit(one, o) for o in chosen]
        for _, future in zip(progress(chosen, "comparing"), futures, strict=True):
            future.result()


def soc_of(outcome: Outcome) -> str:
    """The usual chip, or the first that has kernels of all the operators."""
    from ..reference import registry
    from ..reference.chips import Family

    socs = {Family.B910: "Ascend910B1", Family.A950: "Ascend950PR_9599", Family.P310: "Ascend310P3",
            Family.A910: "Ascend910A", Family.B310: "Ascend310B1"}  # fmt: skip
    if "arch35" in Path(outcome.file).parts:
        return socs[Family.A950]
    needed = [registry.definitions()[o].families for o in outcome.operators]
    return next((soc for family, soc in socs.items() if all(family in n for n in needed)), socs[Family.B910])


def compare(source: Path, script: Path, directory: Path, built: object, soc: str) -> tuple[str, str]:
    """``(comparison, detail)`` of a program and its script: what they print and every operator's bytes."""
    from ..errors import BuildError
    from ..simulator.build import program, tree
    from . import recorder

    assert isinstance(built, tree.Tree)
    directory.mkdir(exist_ok=True)
    executable = directory / "sample"
    try:
        program.compile_program(source, executable, built, ["-w", "-O0", "-g0"])
    except BuildError as error:
        reason = next((line for line in str(error).splitlines() if "error" in line), str(error))
        return "not compared", f"the sample does not compile: {reason.strip()[:200]}"
    records = [directory / "program.record", directory / "script.record"]
    common = {"PYACLNN_SIMULATOR_SOC": soc, "PYACLNN_SIMULATOR_DEVICES": "16"}
    try:
        first = _run([str(executable)], directory, {**program.environment(built), **common,
                                                    recorder.VARIABLE: str(records[0])})  # fmt: skip
        second = _run(
            [sys.executable, "-m", "pyaclnn.translate.recorder", str(script)], directory,
            {**os.environ, **common, "PYTHONPATH": _path(), "PYACLNN_BACKEND": "simulator",
             recorder.VARIABLE: str(records[1])},
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        return "not compared", f"ran for more than {TIME_LIMIT} s: {error.cmd[0]}"
    finally:
        executable.unlink(missing_ok=True)
    return judged(first, second, *(r.read_text().splitlines() if r.is_file() else [] for r in records))


def _path() -> str:
    """What a script's process must search to import the package that is running now."""
    return os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])])


@dataclass(frozen=True)
class Run:
    code: int
    output: str
    errors: str


def _run(command: list[str], directory: Path, environment: dict[str, str]) -> Run:
    done = subprocess.run(command, cwd=directory, env=environment, capture_output=True, timeout=TIME_LIMIT, check=False)
    return Run(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def judged(program: Run, script: Run, program_record: list[str], script_record: list[str]) -> tuple[str, str]:
    """The verdict on two runs."""
    failed = program.code != 0 or "failed" in program.output.lower()
    if refusal := _refusal(script.errors):
        if failed and program_record == script_record:
            return "refused by both", refusal
        return "different", f"only the script fails: {refusal}"
    if script.code and (script.code != program.code or "Traceback" in script.errors):
        return "different", f"the script fails: {(script.errors.strip().splitlines() or ['?'])[-1][:200]}"
    if program.code < 0:
        return "not compared", f"the program dies of signal {-program.code}"
    if program_record != script_record:
        return "different", _first_difference(program_record, script_record)
    wanted, found = program.output.splitlines(), script.output.splitlines()
    if _values(wanted) != _values(found):
        return "different", f"prints: {_first_line(wanted, found)}"
    if program.code != script.code:
        return "different", f"only the program fails: {(wanted or ['no output'])[-1][:200]}"
    return "equal", ""


def _refusal(errors: str) -> str:
    """The error of an operator that ended a script, if one did."""
    lines = [line for line in errors.splitlines() if line.startswith("pyaclnn.errors.")]
    return lines[-1][:200] if lines else ""


def _values(lines: list[str]) -> list[str]:
    """Printed lines without signs of NaN, which Python does not print."""
    return [line.replace("-nan", "nan") for line in lines]


def _first_line(wanted: list[str], found: list[str]) -> str:
    for a, b in zip(_values(wanted), _values(found), strict=False):
        if a != b:
            return f"{a!r} and {b!r}"
    return f"{len(wanted)} and {len(found)} lines"


def _first_difference(wanted: list[str], found: list[str]) -> str:
    if len(wanted) != len(found):
        return f"{len(wanted)} and {len(found)} operators ran"
    for a, b in zip(map(json.loads, wanted), map(json.loads, found), strict=True):
        if a[0] != b[0]:
            return f"{a[0]} and {b[0]}"
        for name, value in a[1].items():
            if value != b[1].get(name):
                return f"{a[0]}: {name} is {value} and {b[1].get(name)}"
    return "other bytes"
