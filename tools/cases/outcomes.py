"""What became of the cases: the kinds of outcome, their counts, the lines about them and the report file."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from .files import Case

EQUAL = "equal"
EQUAL_WIDE = "equal to the reference in float64"
EXPLAINED = "different, explained"
DIFFERENT = "different"
REFUSED = "refused"
UNSUPPORTED = "unsupported"
CRASHED = "crashed"
STATES = (EQUAL, EQUAL_WIDE, EXPLAINED, DIFFERENT, REFUSED, UNSUPPORTED, CRASHED)


@dataclass(frozen=True)
class Outcome:
    """What became of a case; ``soc`` is the chip that took it, ``note`` who is right."""

    state: str
    detail: str = ""
    soc: str = ""
    note: str = ""


@dataclass
class Report:
    """All outcomes, and what was left out: cases of unknown operators, with too many elements, or not sampled."""

    outcomes: list[tuple[Case, Outcome]] = field(default_factory=list)
    found: int = 0
    unknown: int = 0
    too_large: int = 0

    @property
    def counts(self) -> Counter[str]:
        return Counter(outcome.state for _, outcome in self.outcomes)

    @property
    def is_good(self) -> bool:
        """Whether something ran, and every difference is explained."""
        counts = self.counts
        return counts[EQUAL] + counts[EQUAL_WIDE] > 0 and not counts[DIFFERENT] + counts[CRASHED] + counts[REFUSED]

    def lines(self) -> list[str]:
        """The counts in words."""
        counts = self.counts
        equal = counts[EQUAL] + counts[EQUAL_WIDE]
        ran = equal + counts[EXPLAINED] + counts[DIFFERENT]
        share = f" ({100 * equal / ran:.2f} % of those that ran)" if ran else ""
        return [
            f"cases found: {self.found}; of unknown operators: {self.unknown}; too large: {self.too_large}",
            f"selected: {len(self.outcomes)}, of {len({case.operator for case, _ in self.outcomes})} operators",
            f"run: {ran}",
            f"equal: {equal}{share}; of these only to the reference in float64: {counts[EQUAL_WIDE]}",
            *(f"{state}: {counts[state]}" for state in STATES[2:]),
        ]

    def write(self, file: Path) -> None:
        """The report as JSON: counts, and a row for each case."""
        rows = [
            {"operator": c.operator, "file": str(c.file), "case": c.number, "state": o.state, "soc": o.soc,
             "detail": o.detail, "note": o.note}
            for c, o in self.outcomes
        ]  # fmt: skip
        text = {"found": self.found, "unknown": self.unknown, "too_large": self.too_large, "counts": dict(self.counts)}
        file.write_text(json.dumps({**text, "cases": rows}, indent=1) + "\n", encoding="utf-8")


def line(case: Case, outcome: Outcome) -> str:
    """One case and why it is not equal."""
    note = f" [{outcome.note}]" if outcome.note else ""
    return f"{outcome.state.upper()} {case.label}: {outcome.detail}{note}"
