"""``pyaclnn translate``: C++ samples as Python scripts, and a check that both do the same."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ..errors import ArgumentValueError

_MARK = "test_aclnn*.cpp"
_SKIPPED = ("experimental", "ut", ".git")


def add_to(topics: Any) -> None:
    """Adds the command to the command line."""
    topic = topics.add_parser(
        "translate",
        help="write C++ samples as Python scripts",
        description="Exit code: 0 when every translation is complete (with --check: and none differs), 3 when some "
        "are partial, 1 when some file is no program or some script differs.",
    )
    topic.add_argument("files", nargs="+", type=Path, metavar="FILE", help=f"a C++ file, or a directory with {_MARK}")
    topic.add_argument("-o", "--output", type=Path, metavar="DIR", help="where the scripts go; one goes to the screen")
    topic.add_argument("--check", action="store_true", help="run program and script on the simulator, compare, report")
    topic.add_argument("--no-run", action="store_true", help="with --check: translate and count only")
    topic.add_argument("--json", action="store_true", help="with --check: the report for machines")
    topic.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    topic.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    files = list(_files(options.files))
    if not files:
        raise ArgumentValueError("there is no C++ file to translate")
    if options.check:
        return _check(files, options)
    if options.output is None and len(files) > 1:
        raise ArgumentValueError("several scripts need a directory: -o DIR")
    return _translate(files, options.output, options.jobs)


def _files(given: Sequence[Path]) -> Iterable[Path]:
    for path in given:
        if path.is_dir():
            yield from (Path(f) for f in sorted(_samples_below(path), key=lambda f: f.split(os.sep)))
        else:
            yield path


def _samples_below(top: Path) -> Iterable[str]:
    """The samples in a directory: not those of trial folders, nor unit tests, which are no programs of their own."""
    folders = [os.fspath(top)]
    while folders:
        with suppress(PermissionError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name not in _SKIPPED:
                        folders.append(entry.path)
                elif fnmatchcase(entry.name, _MARK):
                    yield entry.path


def _translate(files: list[Path], output: Path | None, jobs: int) -> int:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy starts threads that nothing here needs
    from ..translate.batch import translations

    code = 0
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
    for path, name, found in zip(files, _names(files), translations(files, jobs), strict=True):
        if isinstance(found, Exception):
            print(f"pyaclnn: {path}: {found}", file=sys.stderr)
            code = 1
            continue
        for missing in found.missing:
            print(f"pyaclnn: {path}:{missing.line}: {missing.reason}", file=sys.stderr)
        if not found.is_complete:
            code = code or 3
        if output is None:
            print(found.script, end="")
        else:
            (output / name).write_text(found.script, encoding="utf-8")
    return code


def _names(files: list[Path]) -> list[str]:
    """A script's name for each file; folders are added where two files have one name."""
    names: list[str] = []
    taken: set[str] = set()
    for path in files:
        parts = [*path.parent.parts, path.stem]
        count = 1
        while (name := "_".join(parts[-count:]) + ".py") in taken and count < len(parts):
            count += 1
        names.append(name)
        taken.add(name)
    return names


def _check(files: list[Path], options: argparse.Namespace) -> int:
    from ..translate import check

    with tempfile.TemporaryDirectory() as temporary:
        directory = (options.output or Path(temporary)).absolute()
        directory.mkdir(parents=True, exist_ok=True)
        report = check.run(
            files, directory=directory, progress=_progress, jobs=options.jobs, compare=not options.no_run
        )
    if options.json:
        print(report.as_json())
    else:
        for outcome in report.outcomes:
            if outcome.status != "complete" or outcome.comparison == "different":
                print(f"{outcome.comparison or outcome.status}: {outcome.file}: {outcome.detail}")
        for name, value in report.counts().items():
            print(f"{name}: {_shown(value)}")
    if report.is_good:
        return 0
    is_wrong = any(o.status == "error" or o.comparison == "different" for o in report.outcomes)
    return 1 if is_wrong else 3


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "".join(f"\n  {count} {reason}" for reason, count in value.items())
    return str(value)


def _progress(items: Sequence[Any], what: str) -> Iterable[Any]:
    """The items behind a progress bar, where there is a terminal and the extra is installed."""
    try:
        from tqdm import tqdm
    except ImportError:
        return items
    bar: Iterable[Any] = tqdm(items, desc=what, unit="file", disable=None, file=sys.stderr)
    return bar
