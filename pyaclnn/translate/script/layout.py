"""How a statement is broken into lines: as the formatter would, and many numbers in rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from .data import Written

WIDTH = 120
_STORAGE = re.compile(r"\b\w+_storage\w*\b")
_MADE = re.compile(r"\s+(\w+_storage\w*) = (d\.(?:tensor|empty)\(.*\))")
_VIEW = re.compile(r"(\s+\w+ = )(\w+_storage\w*)([.\[].*)")


def call(indent: int, head: str, arguments: Sequence[str], tail: str = ")") -> list[str]:
    """``head(`` with arguments and ``)``: on one line, on an indented one, or one line for each argument."""
    space = " " * indent
    joined = ", ".join(arguments)
    if len(line := f"{space}{head}({joined}{tail}") <= WIDTH:
        return [line]
    if len(inner := f"{space}    {joined}") <= WIDTH:
        return [f"{space}{head}(", inner, f"{space}{tail}"]
    return [f"{space}{head}(", *(f"{space}    {a}," for a in arguments), f"{space}{tail}"]


def chained(lines: list[str]) -> list[str]:
    """Lines in which a storage that only the view behind it needs has no name, where both fit in one line."""
    if not any("_storage" in line for line in lines):
        return lines
    words = Counter(w for line in lines for w in _STORAGE.findall(line))
    found: list[str] = []
    for line in lines:
        view = _VIEW.fullmatch(line)
        made = _MADE.fullmatch(found[-1]) if view and found else None
        if made and view and made[1] == view[2] and words[made[1]] == 2:
            joined = f"{view[1]}{made[2]}{view[3]}"
            if len(joined) <= WIDTH:
                found[-1] = joined
                continue
        found.append(line)
    return found


def needed(lines: list[str], names: Iterable[str]) -> list[str]:
    """Lines in which what nothing uses later gets no name."""
    for name in names:
        if sum(len(re.findall(rf"\b{name}\b", line)) for line in lines) == 1:
            lines = [re.sub(rf"^(\s+){name} = ", r"\1", line) for line in lines]
    return lines


def rows(indent: int, head: str, data: Written, tail: str) -> list[str]:
    """``head`` + the data + ``tail``, with as many numbers in a line as fit."""
    space = " " * indent
    if not data.numbers:
        line = f"{space}{head}{data.text}{tail}"
        if len(line) <= WIDTH:
            return [line]
        return [f"{line}  # noqa: E501  # fmt: skip"]
    lines, row = [f"{space}{head}{data.before}"], f"{space}   "
    for number in data.numbers:
        if len(row) + len(number) + 2 > WIDTH:
            lines.append(row)
            row = f"{space}   "
        row += f" {number},"
    return [*lines, row, f"{space}{data.after}{tail}  # fmt: skip"]
