"""How a statement is broken into lines: as the formatter would, and many numbers in rows."""

from __future__ import annotations

from collections.abc import Sequence

from .data import Written

WIDTH = 120


def call(indent: int, head: str, arguments: Sequence[str], tail: str = ")") -> list[str]:
    """``head(`` with arguments and ``)``: on one line, on an indented one, or one line for each argument."""
    space = " " * indent
    joined = ", ".join(arguments)
    if len(line := f"{space}{head}({joined}{tail}") <= WIDTH:
        return [line]
    if len(inner := f"{space}    {joined}") <= WIDTH:
        return [f"{space}{head}(", inner, f"{space}{tail}"]
    return [f"{space}{head}(", *(f"{space}    {a}," for a in arguments), f"{space}{tail}"]


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
