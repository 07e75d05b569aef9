"""What ``printf`` makes of its arguments before it shows them: numbers of the types that its format names."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import numpy as np

from ..errors import NotUnderstood
from ..script.formats import REAL, SPECIFIER, UNFIT, WHOLE, Hole, hole, is_real, pieces
from ..values import dynamic, limits
from ..values.dynamic import Dynamic
from ..values.handles import Symbol
from ..values.numbers import Sign
from ..values.types import CType

Typer = Callable[[int], CType | None]
_UNKNOWN = "prints by a format that is not known"


def converted(format: str, args: list[Any], type_of: Typer) -> tuple[str, tuple[Any, ...]]:
    """The format with widths and precisions written out, and the arguments as it shows them.

    ``type_of`` gives the type of an argument by its place. ``NotUnderstood`` where C leaves open what is shown.
    """
    holes = _simple(format)
    if holes is not None and len(holes) <= len(args):
        return format, tuple(argument(h, args[i], partial(type_of, i)) for i, h in enumerate(holes))
    text, found, at, place = "", [], 0, 0

    def next_one() -> Any:
        nonlocal place
        if place >= len(args):
            raise NotUnderstood("prints more than it is given")
        place += 1
        return args[place - 1]

    for match in SPECIFIER.finditer(format):
        text += _plain(format[at : match.start()], format)
        at = match.end()
        if match[0] == "%%":
            text += "%%"
            continue
        one = hole(match)
        if one.kind in "?n":
            raise NotUnderstood(_UNKNOWN, format)
        flags, width, precision = one.flags, one.width, one.precision
        if width == "*":
            count = _count(next_one())
            flags, width = flags + "-" * (count < 0), str(abs(count) or "")
        if precision == ".*":
            count = _count(next_one())
            precision = f".{count}" if count >= 0 else ""
        counts = [int(n) if len(n) < 9 else limits.MOST_TEXT for n in (width or "0", precision[1:] or "0")]
        if max(counts) > limits.MOST_COLUMNS:
            raise NotUnderstood("prints with a width beyond reason", f"{width}{precision}"[:40])
        one = Hole(flags, width, precision, one.kind, one.size)
        value = next_one()
        found.append(argument(one, value, lambda: type_of(place - 1)))
        text += f"%{flags}{width}{precision}{one.size}{one.kind}"
    return text + _plain(format[at:], format), tuple(found)


def by_class(format: str, args: list[Any]) -> list[int] | None:
    """The places of the arguments that a format takes, where it takes them in another order than it is given them.

    x86-64 and AArch64 pass floats and the others in registers of their own, so that a conversion takes the next
    argument of its class. None where one has none there, or where all are in order.
    """
    holes, places, taken = _simple(format), {True: _of_class(args, True), False: _of_class(args, False)}, []
    if holes is None or len(places[True]) > 8 or len(places[False]) > 5 or sum(map(len, places.values())) < len(args):
        return None
    for one in holes:
        waiting = places[one.kind in REAL]
        if not waiting or one.size == "L":
            return None
        taken.append(waiting.pop(0))
    return None if taken == list(range(len(taken))) else taken


def _of_class(args: list[Any], is_real: bool) -> list[int]:
    """The places of the arguments of a class."""
    return [i for i, a in enumerate(args) if (_is_real(a) if is_real else isinstance(a, str) or _is_whole(a))]


@lru_cache(maxsize=1024)
def _simple(format: str) -> tuple[Hole, ...] | None:
    """The holes of a format that is as plain as most are: all that needs a second look has none."""
    try:
        holes = tuple(p for p in pieces(format) if isinstance(p, Hole))
    except NotUnderstood:
        return None
    is_plain = all(h.kind not in "?n" and len(h.width) < 3 and len(h.precision) < 3 and "*" not in h.precision
                   for h in holes)  # fmt: skip
    return holes if is_plain and not any(h.width == "*" for h in holes) else None


def _plain(text: str, format: str) -> str:
    if "%" in text:
        raise NotUnderstood(_UNKNOWN, format)
    return text


def _count(value: Any) -> int:
    if not isinstance(value, int):
        raise NotUnderstood("prints with a width that is not known")
    return int(value)


def argument(one: Hole, value: Any, type_of: Callable[[], CType | None]) -> Any:
    """One argument as the type that its hole shows."""
    if value.__class__ is Sign:
        raise NotUnderstood("prints a number of which C defines only the sign")
    if one.kind == "s":
        is_text = isinstance(value, str) or (isinstance(value, Dynamic) and value.ctype.pointers)
        ctype = type_of() if is_text else None
        if not is_text or one.size or (ctype is not None and ctype.name == "string" and not ctype.pointers):
            raise NotUnderstood("prints such a value" if not isinstance(value, (int, float, str)) else UNFIT)
        return value
    if one.kind in REAL:
        if one.size not in ("", "l") or not _is_real(value):
            raise NotUnderstood(UNFIT)
        return value
    if one.kind == "c" and one.size == "" and _is_whole(value) and not isinstance(value, (Symbol, Dynamic)):
        value = value.astype(np.uint8) if isinstance(value, np.ndarray) else int(value) & 0xFF
        if np.max(value) > 127:
            raise NotUnderstood("prints bytes that are no text")
        return value
    if one.kind not in WHOLE or one.size == "L" or not _is_whole(value):
        raise NotUnderstood(UNFIT if one.kind in WHOLE and _is_real(value) else "prints such a value")
    if isinstance(value, (Symbol, Dynamic)):
        return value
    target = one.shown
    if isinstance(value, np.ndarray):
        if target.itemsize == 8 and value.size and value.min() < 0:
            _check_width(type_of())
        is_held = value.dtype.kind == target.kind and value.itemsize <= target.itemsize
        return value if is_held else value.astype(target)  # long arrays take long
    if target.itemsize == 8 and value < 0:
        _check_width(type_of())
    bits = 8 * target.itemsize
    low = -(1 << (bits - 1)) if target.kind == "i" else 0
    return (int(value) - low) % (1 << bits) + low


def _check_width(ctype: CType | None) -> None:
    """Refuses half of a register: whether the sign reaches into the other half is not known."""
    if ctype is None or not dynamic.is_integer(ctype) or dynamic.width_of(ctype)[0] < 64:
        raise NotUnderstood(UNFIT, f"{'a number' if ctype is None else ctype.name} as 64 bits")


def _is_whole(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "iub"
    if isinstance(value, (Symbol, Dynamic)):
        return dynamic.is_integer(_ctype(value))
    return isinstance(value, int)


def _is_real(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return is_real(value.dtype)
    if isinstance(value, (Symbol, Dynamic)):
        return not dynamic.is_integer(ctype := _ctype(value)) and dynamic.is_number(ctype)
    return isinstance(value, float)


def _ctype(value: Symbol | Dynamic) -> CType:
    return value.ctype if isinstance(value, Dynamic) else dynamic.symbol_type(value)
