"""``printf`` formats as f-strings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import NotUnderstood

_SPECIFIER = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\d+)?(?P<precision>\.\d*)?(?P<size>hh|h|ll|l|j|z|t|L)?"
    r"(?P<kind>[diouxXeEfFgGcspa?])|%%"
)


@dataclass(frozen=True)
class Hole:
    """Where a value goes: how C shows it."""

    flags: str
    width: str
    precision: str
    kind: str


def pieces(format: str) -> list[str | Hole]:
    """The text and the holes of a format, in order."""
    found: list[str | Hole] = []
    at = 0
    for match in _SPECIFIER.finditer(format):
        found.append(format[at : match.start()])
        at = match.end()
        if match[0] == "%%":
            found.append("%")
        else:
            found.append(Hole(match["flags"], match["width"] or "", match["precision"] or "", match["kind"]))
    found.append(format[at:])
    if any("%" in p for p in found if isinstance(p, str) and p != "%"):
        raise NotUnderstood("prints by a format that is not known", format)
    return [p for p in found if p != ""]


def spec(hole: Hole, dtype: np.dtype[Any] | None) -> str:
    """Python's format of a value of that type, ``""`` for its natural one where C's does not fit the type."""
    kind, is_float = hole.kind, dtype is not None and (dtype.kind == "f" or dtype.name == "bfloat16")
    align = "<" if "-" in hole.flags and hole.width else ""
    sign = "+" if "+" in hole.flags else " " if " " in hole.flags else ""
    zero = "0" if "0" in hole.flags and not align else ""
    if kind == "?":
        kind = "g" if is_float else "d"
    if kind in "fFeEgG" and is_float:
        return f"{align}{sign}{zero}{hole.width}{hole.precision}{kind}".replace("F", "f")
    if kind in "diu" and not is_float:
        whole = f"{align}{sign}{zero}{hole.width}"
        needs_type = whole or (dtype is not None and dtype.kind == "b")
        return f"{whole}d" if needs_type else ""
    if kind in "xXo" and not is_float and dtype is not None and dtype.kind == "u":
        return f"{align}{zero}{hole.width}{kind}"
    return ""


def known(hole: Hole, value: Any) -> str:
    """The text of a value that is known before the script runs."""
    kind = hole.kind
    if kind == "?":
        kind = "g" if isinstance(value, float) else "d"
    if kind == "s" and isinstance(value, (str, int)):
        return f"{int(value) if isinstance(value, int) else value!s:{'<' if '-' in hole.flags else '>'}{hole.width}}"
    if kind == "c" and isinstance(value, int):
        return chr(value)
    if isinstance(value, str) or kind in "sp":
        raise NotUnderstood("prints such a value")
    if isinstance(value, complex):
        raise NotUnderstood("prints such a value")
    is_float = isinstance(value, float)
    if kind in "diu" and not is_float:
        dtype: Any = np.dtype(np.int64)
    elif kind in "xXo" and not is_float:
        dtype, value = np.dtype(np.uint64), int(value) % (1 << 64 if value >= 2**32 else 1 << 32)
    else:
        dtype = np.dtype(np.float64) if is_float else np.dtype(np.int64)
    return format(int(value) if not is_float else float(value), spec(hole, dtype))


def fits(hole: Hole, dtype: np.dtype[Any]) -> bool:
    """Whether C shows values of the type by this format; otherwise it shows what happens to be in a register."""
    is_float = dtype.kind == "f" or dtype.name == "bfloat16"
    return hole.kind == "?" or (hole.kind in "fFeEgG") == is_float
