"""Differences that are understood: which side departs from the documentation, and why."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .files import Case

_PATH = Path(__file__).with_name("explained.tsv")


@dataclass(frozen=True)
class Explanation:
    """``condition`` is ``dtype:x``, ``values:x`` or ``attribute:name=x``, which some input must have, or ``-``.
    ``side`` is the one that departs from the documentation; ``both`` where the documentation leaves it open."""

    operator: str
    condition: str
    side: str
    reason: str

    def fits(self, case: Case) -> bool:
        inputs = [i for given in case.inputs for i in (given if isinstance(given, tuple) else (given,))]
        what, _, text = self.condition.partition(":")
        if what == "dtype":
            return any(i.dtype.startswith(text) for i in inputs)
        if what == "attribute":
            return any(f"{i.name}={i.values}" == text for i in inputs)
        return what == "-" or any(text in str(i.values) for i in inputs)


def find(case: Case) -> Explanation | None:
    """The explanation for a case whose result differs."""
    return next((row for row in _rows() if row.operator == case.operator and row.fits(case)), None)


@lru_cache(maxsize=1)
def _rows() -> tuple[Explanation, ...]:
    with _PATH.open(encoding="utf-8", newline="") as file:
        return tuple(Explanation(**row) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
