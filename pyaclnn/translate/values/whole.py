"""Whole numbers as C++ computes with them: promoted, converted to a common type, wrapped where they have no sign.

The machine keeps numbers without their types, which matter only where a number is negative, does not fit an ``int``, or
meets what only the script will know. There the types of both operands are looked up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import NotUnderstood
from . import arithmetic, dynamic, numbers
from .dynamic import Dynamic
from .handles import Symbol
from .numbers import COMPARISONS, UNDEFINED_SHIFT, Typed
from .types import INT, CType

LARGEST = (1 << 31) - 1
_LIMIT = 1 << 63
_OVERFLOWS = "a whole number that overflows, which C++ does not define"


def wrapped(value: int, ctype: CType) -> int:
    """A number as one of another type, as conversions make it."""
    bits, is_signed = dynamic.width_of(ctype)
    low = -(1 << (bits - 1)) if is_signed else 0
    return (int(value) - low) % (1 << bits) + low


def held(value: int, ctype: CType) -> int:
    """The result of an operator: wrapped without a sign, refused where a type with one can't hold it."""
    bits, is_signed = dynamic.width_of(ctype)
    if not is_signed:
        return value % (1 << bits)
    if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise NotUnderstood(_OVERFLOWS, f"{value} as {ctype.name}")
    return value


def known(value: Any, ctype: CType | None) -> CType:
    """The type of an operand; ``NotUnderstood`` where it can't be told."""
    if isinstance(value, bool) or (isinstance(value, np.ndarray) and value.dtype.kind == "b"):
        return dynamic.BOOL
    if isinstance(value, numbers.Named):
        return INT
    if isinstance(value, Typed):
        return value.ctype
    if ctype is None or not dynamic.is_integer(ctype):
        raise NotUnderstood("a whole number of an unknown type", "" if ctype is None else ctype.name)
    return ctype


def is_plain(sign: str, a: int, b: int) -> bool:
    """Whether types don't matter to an operator of two numbers: neither is negative, and both fit an ``int``."""
    return 0 <= a <= LARGEST and 0 <= b <= (31 if sign in ("<<", ">>") else LARGEST)


def binary(sign: str, a: int, left: CType | None, b: int, right: CType | None) -> Any:
    """``a sign b`` of two whole numbers of these types."""
    first, second = known(a, left), known(b, right)
    if sign in ("<<", ">>"):
        ctype = dynamic.promoted(first)
        if not 0 <= b < dynamic.width_of(ctype)[0]:
            raise NotUnderstood(UNDEFINED_SHIFT)
        return wrapped(a << b if sign == "<<" else a >> b, ctype)
    ctype = dynamic.common(first, second)
    a, b = wrapped(a, ctype), wrapped(b, ctype)
    found = numbers.binary(sign, a, b)
    return found if sign in COMPARISONS else held(found, ctype)


def arrays(sign: str, a: Any, left: CType | None, b: Any, right: CType | None) -> Any:
    """The same of arrays, one value for each turn of a loop; refused also where one turn at a time is right."""
    least = min(_least(a), _least(b))
    most = max(_most(a), _most(b))
    if sign in ("<<", ">>"):
        ctype = dynamic.promoted(known(a, left))
        if not 0 <= _least(b) <= _most(b) < dynamic.width_of(ctype)[0]:
            raise NotUnderstood(UNDEFINED_SHIFT)
        if sign == "<<" and (least < 0 or _most(a) << _most(b) >= _LIMIT):
            raise NotUnderstood(_OVERFLOWS)
        found = arithmetic.binary(sign, a, b)
        return found if sign == ">>" else _narrowed(found, ctype)
    if sign in COMPARISONS and least >= 0 and most < _LIMIT:
        return arithmetic.binary(sign, a, b)
    if least >= 0 and most <= LARGEST:
        found = arithmetic.binary(sign, a, b)
        if _least(found) >= 0 and _most(found) <= LARGEST:
            return found
    ctype = dynamic.common(known(a, left), known(b, right))
    bits, is_signed = dynamic.width_of(ctype)
    if least < 0 and not is_signed:
        if bits > 32:
            raise NotUnderstood(_OVERFLOWS)
        a, b = (np.bitwise_and(np.asarray(v, np.int64), (1 << 32) - 1) for v in (a, b))
        least, most = 0, (1 << 32) - 1
    reach = max(abs(least), abs(most))
    if (reach * reach if sign == "*" else 2 * reach) >= _LIMIT:
        raise NotUnderstood(_OVERFLOWS)
    found = arithmetic.binary(sign, a, b)
    if sign in COMPARISONS:
        return found
    if is_signed or bits > 32:
        low, high = (-(1 << (bits - 1)), 1 << (bits - 1)) if is_signed else (0, _LIMIT)
        if not (low <= _least(found) and _most(found) < high):
            raise NotUnderstood(_OVERFLOWS)
        return found
    return np.bitwise_and(found, (1 << 32) - 1)


def _narrowed(found: Any, ctype: CType) -> Any:
    bits, is_signed = dynamic.width_of(ctype)
    if bits == 64:
        return found
    found = np.bitwise_and(found, (1 << 32) - 1)
    return np.where(found > LARGEST, found - (1 << 32), found) if is_signed else found


def _least(value: Any) -> int:
    return int(value.min()) if isinstance(value, np.ndarray) and value.size else 0 if np.ndim(value) else int(value)


def _most(value: Any) -> int:
    return int(value.max()) if isinstance(value, np.ndarray) and value.size else 0 if np.ndim(value) else int(value)


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number or an array of such."""
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "iub"
    return isinstance(value, int)


def meeting(value: Any, ctype: CType | None) -> Any:
    """An operand that meets what only the script will know: with its type, where that is not the natural one."""
    if isinstance(value, (bool, Typed, numbers.Named, Symbol, Dynamic)) or not isinstance(value, int):
        return value
    ctype = known(value, ctype)
    return value if ctype == INT else Typed(value, ctype)
