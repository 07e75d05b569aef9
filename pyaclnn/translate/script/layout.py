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


_EXTREME = {">": "max", ">=": "max", "<": "min", "<=": "min"}


def extreme(lines: list[str]) -> list[str]:
    """``if x > most: most = x`` as ``most = max(most, x)``, which keeps ``most`` where ``x`` is no number, too."""
    if len(lines) != 2 or not lines[0].endswith(":"):
        return lines
    target, _, value = lines[1].strip().partition(" = ")
    for sign, function in _EXTREME.items():
        left, found, right = lines[0][3:-1].partition(f" {sign} ")
        if not found or {left, right} != {target, value}:
            continue
        if len(sign) == 2:  # of two that are equal the other: zeros have signs
            return [f"{lines[0]}  # noqa: PLR1730", lines[1]]
        if left == target:
            function = "min" if function == "max" else "max"
        return [f"{target} = {function}({target}, {value})"]
    return lines


def call(indent: int, head: str, arguments: Sequence[str], tail: str = ")") -> list[str]:
    """``head(`` with arguments and ``)``: on one line, on an indented one, or one line for each argument."""
    space = " " * indent
    joined = ", ".join(arguments)
    if len(line := f"{space}{head}({joined}{tail}") <= WIDTH:
        return [line]
    if len(inner := f"{space}    {joined}") <= WIDTH:
        return [f"{space}{head}(", inner, f"{space}{tail}"]
    return [f"{space}{head}(", *(f"{space}    {a}," for a in arguments), f"{space}{tail}"]


_TOKEN = re.compile(r"""[fb]?"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[(\[{]|[)\]}]|, |[^"'()\[\]{},]+|.""")


def wrapped(line: str) -> list[str]:
    """A line, or where it is too long the lines of it, broken behind commas within brackets or, of a text, blanks."""
    if len(line) <= WIDTH:
        return [line]
    space = " " * (len(line) - len(line.lstrip()) + 4)
    lines, row, kept, depth = [], "", 0, 0
    for token in _TOKEN.findall(line):
        depth += (token in "([{") - (token in ")]}")
        for part in _parts(token, WIDTH - len(space) - 12) if depth and len(token) > 20 else [token]:
            if len(row) + len(part) > WIDTH - 13 and kept:
                lines.append(row[:kept].rstrip())
                row, kept = space + row[kept:], 0
            row += part
            if depth and (token == ", " or part != token):
                kept = len(row)
    return [*lines, f"{row}  # fmt: skip"]


# With the blanks behind it; expressions in braces may have blanks, doubled braces stand for one.
_WORD = re.compile(r"(?:\{\{|\}\}|\{(?:[^{}]|\{[^{}]*\})*\}|[^ {}])+ *| +|.")


def _parts(text: str, width: int) -> list[str]:
    """A text as several that Python joins, cut at blanks outside of braces."""
    quoted = text.lstrip("fb")
    if len(text) <= width or quoted[:1] != '"':
        return [text]
    start, words, found = text[: -len(quoted)], _WORD.findall(quoted[1:-1]), [""]
    for word in words:
        if len(found[-1]) + len(word) > width - 4:
            found.append("")
        found[-1] += word
    return [f'{start}"{part}"' + (" " if part is not found[-1] else "") for part in found]


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
        return [f"{space}{head}{data.text}{tail}"]
    lines, row = [f"{space}{head}{data.before}"], f"{space}   "
    for number in data.numbers:
        if len(row) + len(number) + 2 > WIDTH:
            lines.append(row)
            row = f"{space}   "
        row += f" {number},"
    return [*lines, row, f"{space}{data.after}{tail}  # fmt: skip"]
