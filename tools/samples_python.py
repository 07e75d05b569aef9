"""The samples once more through Python calls: each translated to a script, which must do what the program does.

Translation and comparison are those of ``pyaclnn translate --check``: equal are a script and a program that print the
same and leave the same bytes in every tensor of every operator.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyaclnn.translate import check

_EQUAL, _DIFFERENT = "equal", "different"
# A script that an operator refuses, or that fails elsewhere, has not run to its end.
_FAILED = ("the script fails", "only the script fails")


@dataclass(frozen=True)
class Script:
    """What became of one sample's script; ``reason`` is empty where it did what the program does.

    ``is_wrong`` says that it did something else, though the sample leaves nothing open.
    """

    source: Path
    is_translated: bool
    has_run: bool
    is_equal: bool
    is_wrong: bool
    reason: str


def run(sources: Sequence[Path], directory: Path, jobs: int) -> list[Script]:
    """Translates the samples into ``directory``, runs scripts and programs and compares them; in the order given."""
    report = check.run(sources, directory=directory, progress=_silently, jobs=jobs)
    return [_script(outcome) for outcome in report.outcomes]


def _silently(outcomes: Sequence[check.Outcome], what: str) -> Iterable[check.Outcome]:
    return outcomes


def _script(outcome: check.Outcome) -> Script:
    is_translated = outcome.status == "complete"
    compared = outcome.comparison in (_EQUAL, _DIFFERENT, "undefined in the sample")
    is_equal = outcome.comparison == _EQUAL
    reason = "" if is_equal else f"{outcome.comparison or outcome.status}: {outcome.detail or outcome.reason}"
    has_run = compared and not outcome.detail.startswith(_FAILED)
    return Script(Path(outcome.file), is_translated, has_run, is_equal, outcome.comparison == _DIFFERENT, reason)
