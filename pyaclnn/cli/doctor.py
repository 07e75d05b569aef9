"""``pyaclnn doctor``: what of CANN was found where, and what to do about what is missing. Needs no NPU."""

from __future__ import annotations

import argparse
import json
import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from .operators import width

if TYPE_CHECKING:
    from .examination import Report


def add_to(topics: Any) -> None:
    """Adds the command to the command line."""
    command = topics.add_parser("doctor", help="what of CANN was found, and what is missing or mixed up")
    command.add_argument("--json", action="store_true", help="for programs")
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from .examination import examine  # no other command needs it

    report = examine()
    print(json.dumps(asdict(report), indent=1) if options.json else as_text(report, width()))
    return 0


def as_text(report: Report, columns: int) -> str:
    """The report for a terminal."""
    rows = [("Python", report.python), ("packages", ", ".join(f"{n} {v}" for n, v in report.packages.items()))]
    rows += [("calls by", report.calls), *report.environment.items()]
    rows += [("CANN", report.root or "not found"), ("version", report.version)]
    rows += [("library", path) for path in report.libraries] + [("custom library", path) for path in report.custom]
    rows += [("headers", path) for path in report.includes] + [("kernels for", ", ".join(report.kernels))]
    rows += [("prototypes differ", ", ".join(report.differing))]
    rows += [("devices", f"{report.devices} {report.soc}".strip()), ("scripts run on", report.backend)]
    room = max(len(name) for name, _ in rows) + 2
    lines = []
    for name, value in rows:
        lines += _wrapped(value, columns, name.ljust(room), " " * room) if value else []
    for problem, advice in zip(report.problems, report.advice, strict=True):
        lines += ["", *_wrapped(f"problem: {problem}", columns, "", "    ")]
        lines += _wrapped(f"-> {advice}", columns, "", "   ")
    lines += ["", *(line for note in report.notes for line in _wrapped(f"note: {note}", columns, "", "    "))]
    if not report.problems:
        lines += ["Nothing is wrong."]
    return "\n".join(lines).rstrip()


def _wrapped(text: str, columns: int, first: str, others: str) -> list[str]:
    # A path that fits on a line stays whole; the text of an error may have lines of its own.
    text = " ".join(text.split())
    return textwrap.wrap(text, columns, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
