"""Long data as parts that repeat themselves, as packed or compressed weights do."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
_PERIOD, _SAME, _MOST_PARTS, _MOST_LISTED = 256, 16, 48, 512


def parts(raw: Array) -> list[tuple[int, int, int]] | None:
    """``(start, period, length)`` of parts that follow each other; a period of the whole length repeats nothing.

    None where that takes too many parts, or lists too many numbers.
    """
    found: list[tuple[int, int, int]] = []
    at, plain, listed = 0, 0, 0
    while at < len(raw):
        period, length = _best(raw, at)
        if length < 2 * period + _SAME:
            at, plain, listed = at + 1, plain + 1, listed + 1
        else:
            if plain:
                found.append((at - plain, plain, plain))
            found.append((at, period, length))
            at, plain, listed = at + length, 0, listed + period
        if listed > _MOST_LISTED or len(found) > _MOST_PARTS:
            return None
    if plain:
        found.append((at - plain, plain, plain))
    return found


def _best(raw: Array, at: int) -> tuple[int, int]:
    """The period that leaves most numbers behind ``at`` unlisted, and how far it goes."""
    best, most = (1, 1), 0
    head = raw[at : at + _SAME].tobytes()
    for period in (np.flatnonzero(raw[at + 1 : at + 1 + _PERIOD] == raw[at]) + 1).tolist():
        if raw[at + period : at + period + _SAME].tobytes() != head:
            continue
        differ = np.flatnonzero(raw[at + period :] != raw[at : len(raw) - period])
        length = period + (int(differ[0]) if len(differ) else len(raw) - at - period)
        if length - period > most:
            best, most = (period, length), length - period
    return best
