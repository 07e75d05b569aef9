"""``python -m tools.cases PLACE [OPERATOR...]``: runs system-test cases and compares with their references.

PLACE is a checkout of an operator repository, any directory with case files below it, or one case file. The
references are Python code that lies beside the case files: it is run, so run only files that you trust. The exit code
is 0 when every case that was run is equal and none was refused, else 1.
"""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import importlib
import importlib.util
import os
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pyaclnn.abi.names import operator_name
from pyaclnn.reference import registry

from . import files, workers
from .files import Case, CaseError
from .outcomes import EQUAL, EQUAL_WIDE, UNSUPPORTED, Report, line

_SOCS = ("Ascend910B1", "Ascend950PR_9599", "Ascend310P3")


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if importlib.util.find_spec("torch") is None:
        print("PyTorch is needed, since the references are written with it: pip install '.[cases]'", file=sys.stderr)
        return 2
    if not options.place.exists():
        print(f"{options.place} does not exist", file=sys.stderr)
        return 2
    report = Report()
    selected = _select(options, report)
    simulated = options.backend == "simulator"
    socs = tuple(options.soc or (_SOCS if simulated else ()))
    jobs = options.jobs or ((os.cpu_count() or 1) if simulated else 1)
    make = partial(workers.runner, options.backend, socs, options.seed)
    with _progress(len(selected)) as progress:
        for case, outcome in workers.run_all(selected, make, min(jobs, max(len(selected), 1)), options.limit):
            report.outcomes.append((case, outcome))
            progress.update()
            quiet = (EQUAL,) if options.verbose else (EQUAL, EQUAL_WIDE, UNSUPPORTED)
            if outcome.state not in quiet:
                progress.write(line(case, outcome))
    print(*report.lines(), sep="\n")
    if options.json is not None:
        report.write(options.json)
    return 0 if report.is_good else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.cases", description=__doc__.splitlines()[0])
    parser.add_argument("place", type=Path, metavar="PLACE", help="a checkout, a directory or a case file")
    parser.add_argument("operators", nargs="*", metavar="OPERATOR", help="aclnnAdd, Add, add or a pattern: Foreach*")
    parser.add_argument("--sample", type=int, metavar="N", help="at most N cases of each operator, drawn by the seed")
    parser.add_argument("--seed", type=int, default=0, help="decides sample and input values (0)")
    parser.add_argument("--backend", default="simulator", choices=("simulator", "cann", "auto"))
    parser.add_argument("--soc", action="append", help="a simulated chip; repeated: the first that takes the case")
    parser.add_argument("--max-elements", type=int, default=2**22, metavar="N", help="leave larger cases out (4194304)")
    parser.add_argument("--limit", type=float, default=120, metavar="SECONDS", help="time for each case (120)")
    parser.add_argument("--jobs", type=int, help="processes (simulated: one for each core, else 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write a report with a row for each case")
    parser.add_argument("--verbose", action="store_true", help="a line for each case that is not plainly equal")
    return parser


def _select(options: argparse.Namespace, report: Report) -> list[Case]:
    """The cases to run; the others are counted."""
    by_operator: dict[str, list[Case]] = defaultdict(list)
    known = registry.definitions()
    for case in _read(files.find(options.place)):
        if not _is_wanted(case.operator, options.operators):
            continue
        report.found += 1
        if options.backend == "simulator" and case.operator not in known:
            report.unknown += 1
        elif case.elements > options.max_elements:
            report.too_large += 1
        else:
            by_operator[case.operator].append(case)
    selected = []
    for operator, cases in sorted(by_operator.items()):
        if options.sample is not None and options.sample < len(cases):
            cases = random.Random(f"{options.seed} {operator}").sample(cases, options.sample)
        selected += cases
    return selected


def _read(found: Iterable[Path]) -> Iterator[Case]:
    for file in found:
        try:
            yield from files.read(file)
        except CaseError as error:
            print(f"left out: {error}", file=sys.stderr)


def _is_wanted(operator: str, patterns: Sequence[str]) -> bool:
    names = (operator, operator.removeprefix("aclnn"), operator_name(operator))
    return not patterns or any(fnmatch.fnmatchcase(n, p) for n in names for p in patterns)


class _Quiet:
    """Stands for a progress bar where the library for it is not installed."""

    def update(self) -> None:
        pass

    def write(self, text: str) -> None:
        print(text, flush=True)


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Any]:
    """A progress bar on a terminal, with a method to print lines above it."""
    if importlib.util.find_spec("tqdm") is None:
        yield _Quiet()
        return
    with importlib.import_module("tqdm").tqdm(total=total, unit="case", disable=None) as bar:
        yield bar


if __name__ == "__main__":
    sys.exit(main())
